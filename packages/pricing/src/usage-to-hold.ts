import { isMore } from "@cenote/core";
import type { UsageQuantity } from "./cost";
import { type PricedModel, unitPrice } from "./unit-price";

/**
 * The usage that a hold is made for. A call with a budget may not spend more than there is, so its hold assumes the
 * dearest case: that the prompt is written to a provider's cache, which some price higher than reading it.
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
