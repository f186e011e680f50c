import { isMore } from "@cenote/core";
import type { UsageQuantity } from "./cost";
import type { ModelPrices } from "./price";

/**
 * The most a usage may cost: a prompt that is estimated as read may be written to a provider's cache, which some price higher. For
 * whoever may not spend more than is there.
 */
export const dearestUsage = (usage: readonly UsageQuantity[], prices: ModelPrices): readonly UsageQuantity[] => {
  const [read, written] = [prices.usdEach("input_token", ""), prices.usdEach("cache_write_token", "")];
  if (read === undefined || written === undefined || !isMore(written, read)) return usage;
  return usage.map((line) => (line.unit === "input_token" ? { ...line, unit: "cache_write_token" } : line));
};
