import { ProviderError, type ProviderErrorKind } from "../provider-error";
import type { FinishReason } from "../spec";

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ["STOP", "stop"],
  ["MAX_TOKENS", "length"],
  // The limit of one request, although the model would go on.
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

/** The model or the provider failed, and the answer so far can't be used. */
const FAILURES: ReadonlyMap<string, ProviderErrorKind> = new Map([
  ["MALFORMED_FUNCTION_CALL", "server"],
  ["UNEXPECTED_TOOL_CALL", "server"],
  ["TOO_MANY_TOOL_CALLS", "server"],
  ["MISSING_THOUGHT_SIGNATURE", "server"],
  ["MALFORMED_RESPONSE", "server"],
  ["OTHER", "server"],
  ["NO_IMAGE", "server"],
  ["IMAGE_OTHER", "server"],
  // The account is restricted because of its earlier use, so a retry with the same key fails too.
  ["PUP_LIMITED_DISABLED", "credentials"],
]);

/**
 * Throws ProviderError if the reason means a failure. Unknown reasons count as `stop`.
 * @param calledTools Google says STOP for function calls too. @param message The provider's message about a failure.
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

/** Whether it is a finish reason. Some versions send the unspecified one while the answer continues. */
export const isFinishReason = (reason: unknown): reason is string =>
  typeof reason === "string" && reason !== "" && reason !== "FINISH_REASON_UNSPECIFIED";
