import type { ChatUsage } from "@cenote/contracts";
import { costMembers } from "../cost-json";
import { oneLineJson } from "../../server/answers/one-line-json";

/** The members of a message that are known at its start, as JSON text without braces. */
export const messageHead = (requestId: string, model: string): string =>
  `"id":"${requestId}","type":"message","role":"assistant","model":${JSON.stringify(model)}`;

/** OpenAI's `stop` means the end of a turn or a stop sequence; few providers say which. */
const STOP_REASONS: ReadonlyMap<string, string> = new Map([
  ["stop", "end_turn"],
  ["length", "max_tokens"],
  ["tool_calls", "tool_use"],
  ["content_filter", "refusal"],
]);

/** The members of a message that are known at its end. @param refusal The model's refusal, or empty. */
export const stopMembers = (finishReason: string, refusal: string): string => {
  const reason = refusal === "" ? (STOP_REASONS.get(finishReason) ?? "end_turn") : "refusal";
  const details =
    reason === "refusal"
      ? `{"type":"refusal","category":null,"explanation":${refusal === "" ? "null" : oneLineJson(refusal)}}`
      : "null";
  return `"stop_reason":"${reason}","stop_sequence":null,"stop_details":${details}`;
};

/** The prompt's part of Anthropic's usage, whose `input_tokens` do not include tokens of a cache. */
export const promptMembers = (total: number, cached: number, cacheWrite: number): string =>
  `"input_tokens":${total - cached - cacheWrite},"cache_creation_input_tokens":${cacheWrite},"cache_read_input_tokens":${cached}`;

/** Anthropic's usage with both costs. */
export const usageJson = ({
  promptTokens,
  completionTokens,
  cachedTokens,
  cacheWriteTokens,
  reasoningTokens,
  costUsd,
  costNanoMxn,
}: ChatUsage): string =>
  `{${promptMembers(promptTokens, cachedTokens, cacheWriteTokens)}` +
  `,"output_tokens":${completionTokens},"output_tokens_details":{"thinking_tokens":${reasoningTokens}},${costMembers(costUsd, costNanoMxn)}}`;
