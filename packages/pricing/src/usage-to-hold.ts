import { isMore } from "@cenote/core";
import type { UsageQuantity } from "./cost";
import { type PricedModel, unitPrice } from "./unit-price";

/**
 * What a call is held for. One with a budget may not spend more than is there, so it is the most that its estimate may cost: a prompt that
 * is estimated as read may be written to a provider's cache, which some price higher.
 */
export const usageToHold = (estimate: readonly UsageQuantity[], model: PricedModel, isBudgeted: boolean): readonly UsageQuantity[] => {
  if (!isBudgeted) return estimate;
  const [read, written] = [unitPrice(model, "input_token", ""), unitPrice(model, "cache_write_token", "")];
  if (read === undefined || written === undefined || !isMore(written, read)) return estimate;
  return estimate.map((line) => (line.unit === "input_token" ? { ...line, unit: "cache_write_token" } : line));
};
