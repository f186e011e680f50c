import { isMore } from "@cenote/core";
import type { UsageQuantity } from "./cost";
import { type PricedModel, unitPrice } from "./unit-price";

/**
 * The usage to hold for. A call with a budget must not overdraw it, so its hold assumes the most expensive case: the
 * prompt is written to the provider's cache, which costs more than plain input at some providers.
 */
export const usageToHold = (
  estimate: readonly UsageQuantity[],
  model: PricedModel,
  isBudgeted: boolean,
): readonly UsageQuantity[] => {
  if (!isBudgeted) return estimate;
  const [read, written] = [unitPrice(model, "input_token", ""), unitPrice(model, "cache_write_token", "")];
  if (read === undefined || written === undefined || !isMore(written, read)) return estimate;
  return estimate.map((line) => (line.unit === "input_token" ? { ...line, unit: "cache_write_token" } : line));
};
