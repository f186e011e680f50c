import { estimateTextTokens } from "../count-tokens";
import type { ChatMessage, ContentPart, Tool } from "../spec";
import { plainText } from "./plain-text";

/** A shorter prefix is not cached. A mark on one does nothing, so an estimate will do. */
const LEAST_CACHED_TOKENS = 1_024;

/**
 * From GPT-5.6 on OpenAI finds a cached prompt only where a breakpoint ended it, and places one of its own near the end
 * of each prompt: instructions with another question behind them would be written anew, at a higher price, by every
 * call. One of ours at their end makes them readable, and costs nothing, since what is before OpenAI's own is written
 * in any case: https://developers.openai.com/api/docs/guides/prompt-caching, https://github.com/openai/codex/issues/35300.
 */
const BREAKPOINT = { prompt_cache_breakpoint: { mode: "explicit" } } as const;

/**
 * The message that ends what a later prompt may begin with as well, the tools and the leading instructions; -1, if there
 * are no instructions or both are too short for a cache.
 */
export const breakpointAfter = (messages: readonly ChatMessage[], tools: readonly Tool[] = []): number => {
  const end = messages.findIndex(({ role }) => role !== "system");
  const texts = messages.slice(0, end === -1 ? messages.length : end).map(({ content }) => plainText(content));
  const last = texts.findLastIndex((text) => text !== "");
  if (last === -1) return -1;
  const instructions = estimateTextTokens(texts.join(""));
  // What it takes to write the tools down is spent only where it may matter.
  return instructions >= LEAST_CACHED_TOKENS ||
    instructions + estimateTextTokens(JSON.stringify(tools)) >= LEAST_CACHED_TOKENS
    ? last
    : -1;
};

/** Content that is marked at its end. A plain text has nowhere to carry the mark: it becomes the one part of a list. */
export const withBreakpoint = (
  content: ChatMessage["content"],
  toPart: (part: ContentPart) => object,
): readonly object[] => {
  const parts = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
  return parts.map((part, index) => ({ ...toPart(part), ...(index === parts.length - 1 ? BREAKPOINT : {}) }));
};
