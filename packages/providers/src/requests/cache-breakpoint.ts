import { estimateTextTokens } from "../count-tokens";
import type { ChatMessage, ContentPart, Tool } from "../spec";
import { plainText } from "./plain-text";

/** A shorter prefix is not cached. A breakpoint after one does nothing, so an estimate of the length is enough. */
const LEAST_CACHED_TOKENS = 1_024;

/**
 * From GPT-5.6 on, OpenAI finds a cached prompt only if it ended at a breakpoint. OpenAI places a breakpoint near the end
 * of each prompt. Every call with the same instructions and another question would therefore write the instructions to
 * the cache again, at a higher price. A breakpoint at their end makes them readable. It costs nothing, since everything
 * before OpenAI's own breakpoint is written in any case: https://developers.openai.com/api/docs/guides/prompt-caching,
 * https://github.com/openai/codex/issues/35300.
 */
const BREAKPOINT = { prompt_cache_breakpoint: { mode: "explicit" } } as const;

/**
 * Index of the last message of the prefix that later prompts may share, which is the tools and the leading instructions.
 * -1 if there are no instructions, or if the prefix is too short for the cache.
 */
export const breakpointAfter = (messages: readonly ChatMessage[], tools: readonly Tool[] = []): number => {
  const end = messages.findIndex(({ role }) => role !== "system");
  const texts = messages.slice(0, end === -1 ? messages.length : end).map(({ content }) => plainText(content));
  const last = texts.findLastIndex((text) => text !== "");
  if (last === -1) return -1;
  const instructions = estimateTextTokens(texts.join(""));
  // The tools are serialized only if their length may matter.
  return instructions >= LEAST_CACHED_TOKENS ||
    instructions + estimateTextTokens(JSON.stringify(tools)) >= LEAST_CACHED_TOKENS
    ? last
    : -1;
};

/** Content with a breakpoint at its end. A plain text can't carry one, so it becomes a list with one part. */
export const withBreakpoint = (
  content: ChatMessage["content"],
  toPart: (part: ContentPart) => object,
): readonly object[] => {
  const parts = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
  return parts.map((part, index) => ({ ...toPart(part), ...(index === parts.length - 1 ? BREAKPOINT : {}) }));
};
