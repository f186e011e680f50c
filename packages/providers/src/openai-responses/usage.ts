import { chatUsage } from "../answers/chat-usage";
import { countOf, fieldsOf } from "../json-fields";
import type { ChatUsage } from "../spec";

/** Token counts as the system defines them. @returns Undefined if there are none. */
export const toUsage = (wire: unknown): ChatUsage | undefined => {
  const usage = fieldsOf(wire);
  const input = fieldsOf(usage["input_tokens_details"]);
  return chatUsage({
    promptTokens: countOf(usage["input_tokens"]),
    completionTokens: countOf(usage["output_tokens"]),
    cachedTokens: countOf(input["cached_tokens"]),
    cacheWriteTokens: countOf(input["cache_write_tokens"]),
    reasoningTokens: countOf(fieldsOf(usage["output_tokens_details"])["reasoning_tokens"]),
  });
};
