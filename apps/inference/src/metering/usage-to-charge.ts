import type { ChatModel } from "@cenote/catalog";
import type { Awaitable } from "@cenote/core";
import type { ChatUsage } from "@cenote/providers";

/** More tokens than any call has. The largest call, with 2,048 embeddings of 8,192 tokens, has 16.8 million. */
const MAX_TOKENS = 20_000_000;
/**
 * The limits in a model's row are written by hand, and a provider may allow more. So its counts are accepted up to this
 * many times the limits of the row.
 */
const TIMES_THE_ROW = 4;

/**
 * Whether a provider's count is credible, and so may be charged.
 * @param most The limit in the model's row, if it has one.
 */
export const isCredible = (tokens: number, most: number | undefined): boolean =>
  tokens <= (most === undefined ? MAX_TOKENS : Math.min(MAX_TOKENS, TIMES_THE_ROW * most));

type Bounds = Pick<ChatModel, "contextTokens" | "windowTokens" | "maxOutputTokens">;

/** Our own count of prompt and answer. */
export interface OwnCount {
  /** Largest credible count of a provider. */
  mostPrompt(): Awaitable<number>;
  prompt(): Awaitable<number>;
  completion(): Awaitable<number>;
}

/**
 * A prompt with images may be billed at more tokens than it takes of the context window. So a provider's count is accepted
 * up to our own.
 */
const isCrediblePrompt = async (
  tokens: number,
  own: OwnCount,
  { contextTokens, windowTokens = 0 }: Bounds,
): Promise<boolean> =>
  isCredible(tokens, contextTokens) ||
  (tokens <= MAX_TOKENS && tokens <= Math.max(windowTokens, await own.mostPrompt()));

const isCredibleCompletion = (tokens: number, { maxOutputTokens, contextTokens }: Bounds): boolean =>
  isCredible(tokens, maxOutputTokens ?? contextTokens);

/**
 * The usage to charge: the provider's, or our own count of everything if the provider reported none or an incredible one.
 * Completion tokens that are reported as 0 are counted here, because there may be an answer nevertheless.
 * @returns The value itself if nothing has to be counted, as in nearly every call.
 */
export const usageToCharge = (reported: ChatUsage | undefined, own: OwnCount, model: Bounds): Awaitable<ChatUsage> =>
  reported !== undefined &&
  reported.completionTokens > 0 &&
  isCredible(reported.promptTokens, model.contextTokens) &&
  isCredibleCompletion(reported.completionTokens, model)
    ? reported
    : countedUsage(reported, own, model);

const countedUsage = async (reported: ChatUsage | undefined, own: OwnCount, model: Bounds): Promise<ChatUsage> => {
  if (
    reported === undefined ||
    !(await isCrediblePrompt(reported.promptTokens, own, model)) ||
    !isCredibleCompletion(reported.completionTokens, model)
  ) {
    return {
      promptTokens: await own.prompt(),
      completionTokens: await own.completion(),
      cachedTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    };
  }
  return reported.completionTokens > 0 ? reported : { ...reported, completionTokens: await own.completion() };
};
