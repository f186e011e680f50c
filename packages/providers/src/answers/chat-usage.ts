import type { ChatUsage } from "../spec";

/**
 * Makes a provider's counts consistent: cached and cache-write tokens are part of the prompt, reasoning tokens are part
 * of the answer. @returns Undefined without a count of the prompt: some providers send zeros at first, some always.
 */
export const chatUsage = (told: ChatUsage): ChatUsage | undefined => {
  const { promptTokens, completionTokens } = told;
  if (promptTokens === 0) return undefined;
  const cachedTokens = Math.min(promptTokens, told.cachedTokens);
  return {
    promptTokens,
    completionTokens,
    cachedTokens,
    cacheWriteTokens: Math.min(promptTokens - cachedTokens, told.cacheWriteTokens),
    reasoningTokens: Math.min(completionTokens, told.reasoningTokens),
  };
};
