import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { chatUsage } from "../answers/chat-usage";
import { countOf } from "../json-fields";
import type { ChatUsage } from "../spec";

/** @returns Undefined if the provider reported none. */
export const toUsage = ({ inputTokens, outputTokens }: LanguageModelV4Usage): ChatUsage | undefined => {
  const parts = countOf(inputTokens.noCache) + countOf(inputTokens.cacheRead) + countOf(inputTokens.cacheWrite);
  const reasoningTokens = countOf(outputTokens.reasoning);
  const completionTokens = countOf(outputTokens.total) || countOf(outputTokens.text) + reasoningTokens;
  return chatUsage({
    promptTokens: countOf(inputTokens.total) || parts,
    completionTokens: Math.max(completionTokens, reasoningTokens),
    cachedTokens: countOf(inputTokens.cacheRead),
    cacheWriteTokens: countOf(inputTokens.cacheWrite),
    reasoningTokens,
  });
};
