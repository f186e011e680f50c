import { ProviderError } from "../provider-error";
import type { FinishReason } from "../spec";

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ["length", "length"],
  ["model_length", "length"],
  ["max_tokens", "length"],
  ["max_output_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["content_filter", "content_filter"],
  ["content-filter", "content_filter"],
  ["safety", "content_filter"],
  ["sensitive", "content_filter"],
  ["recitation", "content_filter"],
  ["refusal", "content_filter"],
  ["tool_calls", "tool_calls"],
  ["tool_call", "tool_calls"],
  ["function_call", "tool_calls"],
]);

/** Finish reasons of failed answers: `error`, and those of DeepSeek and Zhipu. */
const FAILURES: ReadonlySet<string> = new Set(["error", "insufficient_system_resource", "network_error", "abort"]);

/**
 * Throws ProviderError `server` if the reason means a failure. Unknown reasons count as `stop`.
 * @param reason The provider's reason. @param calledTools Some providers say `stop` although the model called tools.
 */
export const toFinishReason = (reason: string, calledTools: boolean): FinishReason => {
  const word = reason.toLowerCase();
  if (FAILURES.has(word))
    throw new ProviderError({ kind: "server", message: `The provider ended its answer with "${reason}".` });
  const known = REASONS.get(word) ?? "stop";
  return known === "stop" && calledTools ? "tool_calls" : known;
};

/** Whether it is a finish reason. Some providers send "" or "null" while the answer continues. */
export const isFinishReason = (reason: unknown): reason is string =>
  typeof reason === "string" && reason !== "" && reason !== "null";
