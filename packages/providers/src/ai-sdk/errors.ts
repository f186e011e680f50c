import { isFields, textOf } from "../json-fields";
import { toErrorFacts, toStreamError } from "../errors/openai-errors";
import { ProviderError, type ProviderErrorKind } from "../provider-error";
import type { HttpHeaders } from "../wire/http";
import { readRetryAfterMs } from "../wire/retry-after";

/** Longer error messages are cut. */
const MAX_MESSAGE_CHARACTERS = 4_000;

const UNREADABLE = "The provider's answer can't be read.";

/** Errors are recognized by name, because each copy of the interface has its own error classes. */
const KINDS: ReadonlyMap<string, ProviderErrorKind> = new Map([
  ["AI_NoSuchModelError", "model_gone"],
  ["AI_LoadAPIKeyError", "credentials"],
  ["AI_LoadSettingError", "credentials"],
  ["AI_UnsupportedFunctionalityError", "rejected"],
  ["AI_InvalidPromptError", "rejected"],
  ["AI_InvalidArgumentError", "rejected"],
  ["AI_TooManyEmbeddingValuesForCallError", "rejected"],
  ["AI_JSONParseError", "malformed"],
  ["AI_TypeValidationError", "malformed"],
  ["AI_InvalidResponseDataError", "malformed"],
  ["AI_EmptyResponseBodyError", "malformed"],
  ["AI_NoContentGeneratedError", "malformed"],
]);

interface ApiCallError {
  readonly message: string;
  readonly statusCode: number | undefined;
  readonly responseHeaders: HttpHeaders | undefined;
  readonly responseBody: string | undefined;
}

const nameOf = (error: unknown): string => (isFields(error) ? textOf(error["name"]) : "");

const isApiCallError = (error: unknown): error is ApiCallError => nameOf(error) === "AI_APICallError";

const cut = (message: string): string => message.slice(0, MAX_MESSAGE_CHARACTERS);

/**
 * The package knows where its provider puts the message. The kind of failure follows from status and words, as for any
 * provider.
 */
const fromApiCall = (
  { message, statusCode, responseHeaders = {}, responseBody = "" }: ApiCallError,
  nowMs: number,
): ProviderError => {
  if (statusCode === undefined) return new ProviderError({ kind: "unreachable", message: cut(message) });
  if (statusCode < 300) return new ProviderError({ kind: "malformed", message: UNREADABLE, status: statusCode });
  const facts = toErrorFacts(statusCode, responseBody);
  const retryAfterMs = readRetryAfterMs(responseHeaders, nowMs);
  const own = message.trim();
  return new ProviderError({
    ...facts,
    // Without a JSON body a package's message is only the status line.
    message: own === "" || !responseBody.trimStart().startsWith("{") ? facts.message : cut(own),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
};

/**
 * Turns what a package threw into a ProviderError. The cause is dropped, because it contains the request and the answer,
 * and content must not be logged.
 */
export const toProviderError = (error: unknown, nowMs: number): ProviderError => {
  if (error instanceof ProviderError) return error;
  if (isApiCallError(error)) return fromApiCall(error, nowMs);
  const kind = KINDS.get(nameOf(error));
  if (kind === "malformed") return new ProviderError({ kind, message: UNREADABLE });
  const message = error instanceof Error ? cut(error.message) : "";
  if (kind !== undefined)
    return new ProviderError({ kind, message: message === "" ? "The provider's package refuses the call." : message });
  return new ProviderError({
    kind: "malformed",
    message: message === "" ? "The provider's package failed." : `The provider's package failed: ${message}`,
  });
};

/** Reads an error part of a stream, which is an error of the package or data of the provider. */
export const toPartError = (error: unknown, nowMs: number): ProviderError => {
  // Some packages report a stream that ended before its finish reason like this.
  if (nameOf(error) === "AI_InvalidResponseDataError")
    return new ProviderError({ kind: "cut", message: "The provider's answer is not whole." });
  if (error instanceof Error || isApiCallError(error) || KINDS.has(nameOf(error))) return toProviderError(error, nowMs);
  return toStreamError(typeof error === "string" ? error : JSON.stringify({ error: error ?? {} }));
};
