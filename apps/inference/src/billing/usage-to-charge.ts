import type { Model } from "@cenote/catalog";
import type { ChatUsage } from "@cenote/providers";

/** No call reads or makes as many: the largest, of 2,048 embeddings of 8,192 tokens, comes to 16.8 million. */
const MAX_TOKENS = 20_000_000;
/** The limits in a model's row are written by hand, and a provider may give more: its counts are believed up to so many times the row. */
const TIMES_THE_ROW = 4;

/** Whether a count that a provider told can be true, and be charged. @param most Of the model, where its row says it. */
export const isCredible = (tokens: number, most: number | undefined): boolean => tokens <= (most === undefined ? MAX_TOKENS : Math.min(MAX_TOKENS, TIMES_THE_ROW * most));

type Bounds = Pick<Model, "contextTokens" | "maxOutputTokens">;

/** What was sent and made, counted here. */
export interface OwnCount {
  prompt(): number;
  completion(): number;
}

/** A prompt with images may be billed at more tokens than it takes of the context: it is believed up to our own count of it. */
const isCrediblePrompt = (tokens: number, own: OwnCount, contextTokens: number | undefined): boolean =>
  isCredible(tokens, contextTokens) || (tokens <= MAX_TOKENS && tokens <= own.prompt());

/**
 * Usage to charge: the provider's, or our own count of everything where it told none or one beyond all reason. Where it told of no
 * completion tokens those are counted here, because words may have come all the same.
 */
export const usageToCharge = (told: ChatUsage | undefined, own: OwnCount, { contextTokens, maxOutputTokens = contextTokens }: Bounds): ChatUsage => {
  if (told === undefined || !isCrediblePrompt(told.promptTokens, own, contextTokens) || !isCredible(told.completionTokens, maxOutputTokens)) {
    return { promptTokens: own.prompt(), completionTokens: own.completion(), cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  }
  return told.completionTokens > 0 ? told : { ...told, completionTokens: own.completion() };
};
