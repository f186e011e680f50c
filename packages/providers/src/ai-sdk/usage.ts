import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { countOf } from "../json-fields";
import type { ChatUsage } from "../spec";

/** @returns Undefined if the provider reported none; a prompt of 0 tokens counts as none. */
export const toUsage = ({ inputTokens, outputTokens }: LanguageModelV4Usage): ChatUsage | undefined => {
  const parts = countOf(inputTokens.noCache) + countOf(inputTokens.cacheRead) + countOf(inputTokens.cacheWrite);
  const promptTokens = countOf(inputTokens.total) || parts;
  if (promptTokens === 0) return undefined;
  const reasoningTokens = countOf(outputTokens.reasoning);
  const completionTokens = countOf(outputTokens.total) || countOf(outputTokens.text) + reasoningTokens;
  const cachedTokens = Math.min(promptTokens, countOf(inputTokens.cacheRead));
  return {
    promptTokens,
    completionTokens: Math.max(completionTokens, reasoningTokens),
    cachedTokens,
    cacheWriteTokens: Math.min(promptTokens - cachedTokens, countOf(inputTokens.cacheWrite)),
    reasoningTokens,
  };
};
