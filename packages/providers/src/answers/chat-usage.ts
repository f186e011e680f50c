import type { ChatUsage } from "../spec";

/**
 * A provider's counts made to fit each other: cached and written tokens are of the prompt, reasoning is of the answer.
 * @returns Undefined if no prompt was counted: so some begin, and some count nothing at all.
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
