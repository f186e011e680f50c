import { type UsageLine, UsageUnit } from "@cenote/contracts";
import type { ChatUsage } from "@cenote/providers";

const line = (unit: UsageUnit, quantity: number): UsageLine => ({ unit, quantity: BigInt(quantity), variant: "" });

/** The usage to charge, with each token in exactly one line. */
export const chatUsageLines = (usage: ChatUsage): UsageLine[] => {
  const cached = Math.min(usage.cachedTokens, usage.promptTokens);
  const written = Math.min(usage.cacheWriteTokens, usage.promptTokens - cached);
  const lines = [
    line(UsageUnit.USAGE_UNIT_INPUT_TOKEN, usage.promptTokens - cached - written),
    line(UsageUnit.USAGE_UNIT_OUTPUT_TOKEN, usage.completionTokens),
  ];
  if (cached > 0) lines.push(line(UsageUnit.USAGE_UNIT_CACHED_INPUT_TOKEN, cached));
  if (written > 0) lines.push(line(UsageUnit.USAGE_UNIT_CACHE_WRITE_TOKEN, written));
  return lines;
};

/** The expected usage of a call, for its hold. */
export const chatEstimateLines = (promptTokens: number, outputTokens: number): UsageLine[] => [
  line(UsageUnit.USAGE_UNIT_INPUT_TOKEN, promptTokens),
  line(UsageUnit.USAGE_UNIT_OUTPUT_TOKEN, outputTokens),
];

export const inputTokenLines = (promptTokens: number): UsageLine[] => [
  line(UsageUnit.USAGE_UNIT_INPUT_TOKEN, promptTokens),
];
