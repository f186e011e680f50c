import { ProviderError, type ProviderErrorKind } from "../provider-error";
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
const FAILURES: ReadonlyMap<string, ProviderErrorKind> = new Map([
  ["MALFORMED_FUNCTION_CALL", "server"],
  ["UNEXPECTED_TOOL_CALL", "server"],
  ["TOO_MANY_TOOL_CALLS", "server"],
  ["MISSING_THOUGHT_SIGNATURE", "server"],
  ["MALFORMED_RESPONSE", "server"],
  ["OTHER", "server"],
  ["NO_IMAGE", "server"],
  ["IMAGE_OTHER", "server"],
  // The account has been limited for what it was used for: asked again, its key gets no other answer.
  ["PUP_LIMITED_DISABLED", "credentials"],
]);

/**
 * Throws ProviderError where the word means failure. Unknown words are taken as `stop`.
 * @param calledTools Google says STOP then too. @param message What it says of a failure.
 */
export const toFinishReason = (reason: string, calledTools: boolean, message = ""): FinishReason => {
  const failure = FAILURES.get(reason);
  if (failure !== undefined)
    throw new ProviderError({
      kind: failure,
      message: `The provider ended its answer with ${reason}${message === "" ? "." : `: ${message}`}`,
    });
  const known = REASONS.get(reason) ?? "stop";
  return known === "stop" && calledTools ? "tool_calls" : known;
};

/** The word for none is sent by some versions while the answer goes on. */
export const isFinishReason = (reason: unknown): reason is string =>
  typeof reason === "string" && reason !== "" && reason !== "FINISH_REASON_UNSPECIFIED";
