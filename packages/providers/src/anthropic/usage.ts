import { chatUsage } from "../answers/chat-usage";
import { countOf } from "../json-fields";
import type { ChatUsage } from "../spec";
import type { WireUsage } from "./wire-types";

/** Later totals override earlier ones. A stream reports the prompt at its start, and maybe again at its end. */
export const mergeUsage = (earlier: WireUsage, later: WireUsage): WireUsage => ({
  input_tokens: later.input_tokens ?? earlier.input_tokens,
  output_tokens: later.output_tokens ?? earlier.output_tokens,
  cache_creation_input_tokens: later.cache_creation_input_tokens ?? earlier.cache_creation_input_tokens,
  cache_read_input_tokens: later.cache_read_input_tokens ?? earlier.cache_read_input_tokens,
  output_tokens_details: later.output_tokens_details ?? earlier.output_tokens_details ?? null,
});

/** Token counts as the system defines them. This API's prompt count excludes cached and cache-write tokens. */
export const toUsage = (wire: WireUsage): ChatUsage | undefined => {
  const cachedTokens = countOf(wire.cache_read_input_tokens);
  const cacheWriteTokens = countOf(wire.cache_creation_input_tokens);
  return chatUsage({
    promptTokens: countOf(wire.input_tokens) + cachedTokens + cacheWriteTokens,
    completionTokens: countOf(wire.output_tokens),
    cachedTokens,
    cacheWriteTokens,
    reasoningTokens: countOf(wire.output_tokens_details?.thinking_tokens),
  });
};
