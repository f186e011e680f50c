import type { ProviderErrorKind } from "../provider-error";
import type { FinishReason } from "../spec";

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ["STOP", "stop"],
  ["MAX_TOKENS", "length"],
  // The most of one request: there would be more.
  ["CONTINUATION", "length"],
  ["SAFETY", "content_filter"],
  ["RECITATION", "content_filter"],
  ["LANGUAGE", "content_filter"],
  ["BLOCKLIST", "content_filter"],
  ["PROHIBITED_CONTENT", "content_filter"],
  ["SPII", "content_filter"],
  ["MODEL_ARMOR", "content_filter"],
  ["ESCALATION", "content_filter"],
  ["IMAGE_SAFETY", "content_filter"],
  ["IMAGE_PROHIBITED_CONTENT", "content_filter"],
  ["IMAGE_RECITATION", "content_filter"],
]);

/** The model or the provider failed: what there is of an answer is not one that can be used. */
const FAILURES: ReadonlySet<string> = new Set([
  "MALFORMED_FUNCTION_CALL",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
  "MISSING_THOUGHT_SIGNATURE",
  "MALFORMED_RESPONSE",
  "OTHER",
  "NO_IMAGE",
  "IMAGE_OTHER",
  "PUP_LIMITED_DISABLED",
]);

/** The account has been limited for what it was used for: asked again, its key gets no other answer. */
const ACCOUNT_FAILURES: ReadonlySet<string> = new Set(["PUP_LIMITED_DISABLED"]);

/** What kind of failure a word means that `toFinishReason` calls an error. */
export const failureKind = (reason: string): ProviderErrorKind =>
  ACCOUNT_FAILURES.has(reason) ? "credentials" : "server";

/**
 * @param calledTools Google says STOP then too.
 * @returns `error` where the word means failure. Unknown words are taken as `stop`.
 */
export const toFinishReason = (reason: string, calledTools: boolean): FinishReason | "error" => {
  if (FAILURES.has(reason)) return "error";
  const known = REASONS.get(reason) ?? "stop";
  return known === "stop" && calledTools ? "tool_calls" : known;
};

/** The word for none is sent by some versions while the answer goes on. */
export const isFinishReason = (reason: unknown): reason is string =>
  typeof reason === "string" && reason !== "" && reason !== "FINISH_REASON_UNSPECIFIED";
