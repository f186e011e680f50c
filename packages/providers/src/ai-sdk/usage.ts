import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { ChatUsage } from "../spec";

const isCount = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

const countOf = (value: unknown): number => (isCount(value) ? value : 0);

/** @returns Undefined where the provider told none: a prompt of no tokens is none. */
export const toUsage = ({ inputTokens, outputTokens }: LanguageModelV4Usage): ChatUsage | undefined => {
  const parts = countOf(inputTokens.noCache) + countOf(inputTokens.cacheRead) + countOf(inputTokens.cacheWrite);
  const promptTokens = isCount(inputTokens.total) ? inputTokens.total : parts;
  if (promptTokens === 0) return undefined;
  const reasoningTokens = countOf(outputTokens.reasoning);
  const completionTokens = isCount(outputTokens.total) ? outputTokens.total : countOf(outputTokens.text) + reasoningTokens;
  const cachedTokens = Math.min(promptTokens, countOf(inputTokens.cacheRead));
  return {
    promptTokens,
    completionTokens: Math.max(completionTokens, reasoningTokens),
    cachedTokens,
    cacheWriteTokens: Math.min(promptTokens - cachedTokens, countOf(inputTokens.cacheWrite)),
    reasoningTokens,
  };
};
