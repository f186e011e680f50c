import { countOf, fieldsOf } from "../json-fields";
import type { ChatUsage } from "../spec";

/** Token counts in the system's sense. @returns Undefined where there are none. */
export const toUsage = (wire: unknown): ChatUsage | undefined => {
  const usage = fieldsOf(wire);
  const input = fieldsOf(usage["input_tokens_details"]);
  const promptTokens = countOf(usage["input_tokens"]);
  if (promptTokens === 0) return undefined;
  const completionTokens = countOf(usage["output_tokens"]);
  const cachedTokens = Math.min(promptTokens, countOf(input["cached_tokens"]));
  return {
    promptTokens,
    completionTokens,
    cachedTokens,
    cacheWriteTokens: Math.min(promptTokens - cachedTokens, countOf(input["cache_write_tokens"])),
    reasoningTokens: Math.min(completionTokens, countOf(fieldsOf(usage["output_tokens_details"])["reasoning_tokens"])),
  };
};
