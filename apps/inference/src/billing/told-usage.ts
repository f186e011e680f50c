import type { Model } from "@cenote/catalog";
import type { ChatUsage } from "@cenote/providers";

/** More than is read or made in any one call: 2,048 embeddings of 8,192 tokens are fewer. */
const MAX_TOKENS = 20_000_000;
/** Limits of a model's row are written by hand, and a provider may give more. */
const TIMES_THE_ROW = 4;

/** Whether a count that a provider told can be true, and be charged. @param most Of the model, where its row says it. */
export const isCredible = (tokens: number, most: number | undefined): boolean => tokens <= (most === undefined ? MAX_TOKENS : Math.min(MAX_TOKENS, TIMES_THE_ROW * most));

type Bounds = Pick<Model, "contextTokens" | "maxOutputTokens">;

/** What was sent and made, counted here. */
export interface OwnCount {
  prompt(): number;
  completion(): number;
}

/** Images are billed at more tokens than they take of a context. */
const isCrediblePrompt = (tokens: number, own: OwnCount, contextTokens: number | undefined): boolean =>
  isCredible(tokens, contextTokens) || (tokens <= MAX_TOKENS && tokens <= own.prompt());

/**
 * Usage to charge: the provider's, and our count of what it told none of. Words that came are never told as none, and a count beyond
 * all reason is none.
 */
export const usageToCharge = (told: ChatUsage | undefined, own: OwnCount, { contextTokens, maxOutputTokens = contextTokens }: Bounds): ChatUsage => {
  if (told === undefined || !isCrediblePrompt(told.promptTokens, own, contextTokens) || !isCredible(told.completionTokens, maxOutputTokens)) {
    return { promptTokens: own.prompt(), completionTokens: own.completion(), cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  }
  return told.completionTokens > 0 ? told : { ...told, completionTokens: own.completion() };
};
