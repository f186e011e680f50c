import type { ChatUsage } from "@cenote/providers";

/** More than is read or made in any one call: 2,048 embeddings of 8,192 tokens are fewer. */
const MAX_TOKENS = 20_000_000;

/** Whether a count that a provider told can be true, and be charged. */
export const isCredible = (tokens: number): boolean => tokens <= MAX_TOKENS;

/** What was sent and made, counted here. */
export interface OwnCount {
  prompt(): number;
  completion(): number;
}

/**
 * Usage to charge: the provider's, and our count of what it told none of. Words that came are never told as none, and a count beyond
 * all reason is none.
 */
export const usageToCharge = (told: ChatUsage | undefined, own: OwnCount): ChatUsage => {
  if (told === undefined || !isCredible(told.promptTokens) || !isCredible(told.completionTokens)) {
    return { promptTokens: own.prompt(), completionTokens: own.completion(), cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  }
  return told.completionTokens > 0 ? told : { ...told, completionTokens: own.completion() };
};
