import { CACHE_SECONDS, ERROR_TABLE, type ErrorCode } from "@cenote/core";
import { type TSchema, Type } from "typebox";

const errorBody = Type.Object(
  {
    error: Type.Object({
      message: Type.String({ description: "Text for people. If a field is invalid, it names the field." }),
      type: Type.String({ description: "The same as `code`." }),
      code: Type.String({ description: "See docs/errors.md." }),
      request_id: Type.String({ pattern: "^req_[0-9a-f]{24}$" }),
      param: Type.Union([Type.String(), Type.Null()], {
        description: "Path of the invalid field, such as `messages[0].role`.",
      }),
    }),
  },
  { $id: "Error" },
);

/** Schemas that many answers share, by their name in the document. */
export const SHARED_SCHEMAS = [errorBody];

const error = { $ref: "Error#" };

const header = (description: string, type: "string" | "integer" | "number" = "string") => ({ type, description });

const rateLimitHeaders = {
  "x-ratelimit-limit-requests": header("Requests per minute.", "integer"),
  "x-ratelimit-remaining-requests": header("Remaining requests.", "integer"),
  "x-ratelimit-reset-requests": header("Time until all are available again: `250ms`, `1s`, `6m0s`."),
  "x-ratelimit-limit-tokens": header("Tokens per minute.", "integer"),
  "x-ratelimit-remaining-tokens": header("Remaining tokens.", "integer"),
  "x-ratelimit-reset-tokens": header("Time until all are available again."),
};

const errorHeaders = {
  "x-should-retry": header(
    "`false`: asking again would bring the same or pay twice, whatever the status. `true`: retry, although the status says otherwise. OpenAI's clients obey it.",
  ),
  "x-gateway-attempts": header("Number of calls to providers, if the call got that far.", "integer"),
};

const retryHeaders = {
  "retry-after": header("Seconds after which to retry, if that helps.", "integer"),
  "retry-after-ms": header("The same in milliseconds.", "integer"),
};

const WAITING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["rate_limit_exceeded", "overloaded"]);
/** Errors at or after the check of the key's limits. Most others come before. */
const LIMITED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "rate_limit_exceeded",
  "insufficient_balance",
  "provider_unavailable",
]);

/** @param codes All errors of an operation. Operations that are charged count towards the key's limits. */
const headersOf = (code: ErrorCode, codes: readonly ErrorCode[]) => ({
  ...errorHeaders,
  ...(WAITING.has(code) && retryHeaders),
  ...(LIMITED.has(code) && codes.includes("insufficient_balance") && rateLimitHeaders),
});

/** Error responses for the codes, grouped by status as the document requires. */
export const errorResponses = (...codes: readonly ErrorCode[]): Record<number, object> => {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { http } = ERROR_TABLE[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names.map((code) => `\`${code}\`: ${ERROR_TABLE[code].condition}`).join("\n"),
        headers: Object.assign({}, ...names.map((code) => headersOf(code, codes))) as object,
        content: { "application/json": { schema: error } },
      },
    ]),
  );
};

/** Errors of every operation that requires a key or a client token. */
export const SECURED_ERRORS = [
  "missing_api_key",
  "invalid_api_key",
  "key_revoked",
  "permission_denied",
] as const satisfies readonly ErrorCode[];

/** Errors of every charged call before its provider is called. */
export const ADMITTED_CALL_ERRORS = [
  "invalid_request_error",
  ...SECURED_ERRORS,
  "insufficient_balance",
  "model_not_found",
  "idempotency_conflict",
  "request_too_large",
  "unsupported_media_type",
  "rate_limit_exceeded",
  "internal_error",
  "overloaded",
] as const satisfies readonly ErrorCode[];

/** Errors of every charged call that waits for its provider. */
export const PAID_CALL_ERRORS = [
  ...ADMITTED_CALL_ERRORS,
  "provider_unavailable",
] as const satisfies readonly ErrorCode[];

/** Errors of a token count, for which no provider is called. */
export const COUNT_ERRORS = [
  "invalid_request_error",
  ...SECURED_ERRORS,
  "model_not_found",
  "request_too_large",
  "unsupported_media_type",
  "rate_limit_exceeded",
  "internal_error",
  "overloaded",
] as const satisfies readonly ErrorCode[];

/** The successful response of a token count. @param estimate The schema of its body. */
export const estimateResponse = (estimate: TSchema) => ({
  description: "The estimate.",
  content: { "application/json": { schema: estimate } },
});

/** @param route The route whose prompt is counted. */
export const countText = (route: string): string =>
  "No provider is called and nothing is charged: the gateway counts the prompt, with OpenAI's encoding for every model, and by samples if it is long. " +
  `\`${route}\` uses the same count to refuse a prompt that is too long; the provider's count, which is charged, may differ.`;

/** Headers that every POST accepts. Only for the document: they are validated where they are used. */
export const requestHeaders = {
  type: "object",
  properties: {
    "Idempotency-Key": {
      type: "string",
      minLength: 1,
      maxLength: 255,
      pattern: "^[ -~]+$",
      description:
        "Makes retries safe: for a day, the same key with the same body returns the first answer and is charged once.",
    },
  },
};

/** Headers of the calls whose answers may be cached. */
export const cacheHeaders = {
  "x-gateway-cache": {
    type: "integer",
    ...CACHE_SECONDS,
    description:
      "Maximum age in seconds of a stored answer to the same request of the organization. A stored answer costs nothing. A new answer is stored for as long.",
  },
  "x-gateway-cache-refresh": {
    type: "boolean",
    description: "With `x-gateway-cache`: generate a new answer, which replaces the stored one.",
  },
};

/** Headers of every answer that needed a provider. */
export const callHeaders = {
  "x-request-id": header("`req_` and 24 hexadecimal characters; the `id` of a chat completion."),
  "x-gateway-overhead-ms": header("Time spent in the gateway, without waiting for providers.", "number"),
  "x-gateway-attempts": header("Number of calls to providers.", "integer"),
  "x-gateway-cache": header(
    "If the request has this header, for chat and embeddings: `hit`, a stored answer, which cost nothing; `miss`; or `bypass`, because of zero data retention or a client token.",
  ),
  "idempotent-replayed": header(
    "`true` if this is the stored answer to an earlier request with the same `Idempotency-Key`: nothing was charged for this one.",
  ),
  "original-request": header(
    "Request id of the call that was paid for, if an `Idempotency-Key` or `Last-Event-ID` matched this request to an earlier one.",
  ),
  "x-gateway-dropped-fields": header(
    "Fields that were dropped: those the model does not support and its catalog row says to drop, and unknown fields of the body.",
  ),
  sunset: header(
    "RFC 8594: when the provider shuts the requested model down, such as `Thu, 14 Jan 2027 00:00:00 GMT`. Absent if no day was announced.",
  ),
  ...rateLimitHeaders,
};

/**
 * The successful response of a call that may be streamed. @param answer Schema of its body. @param event Schema of an
 * event.
 */
export const streamableResponse = (answer: TSchema, event: TSchema) => ({
  description: "The answer; with `stream`, its events.",
  headers: callHeaders,
  content: { "application/json": { schema: answer }, "text/event-stream": { schema: event } },
});

/**
 * Describes how unknown fields of a body are handled: docs/fields.md in short.
 * @param refused Rows of a table: the field, and what to use instead.
 */
export const unknownFieldsText = (refused: readonly (readonly [field: string, instead: string])[] = []): string =>
  [
    "| field | what happens |\n| --- | --- |",
    "| listed below, or null | used; null means absent |",
    "| unknown, and changes no answer here (`user`, `metadata`, `store`, `usage` and their like) | left out |",
    "| any other unknown one | left out, and named in `x-gateway-dropped-fields` |",
    ...refused.map(([field, instead]) => `| ${field} | refused: ${instead} |`),
  ].join("\n");

export const costProperties = {
  cost_usd: Type.Number({ description: "Exact." }),
  cost_mxn: Type.Number({ description: "Exact; the amount charged to the balance." }),
};

export const chatCostProperties = {
  ...costProperties,
  cost: Type.Optional(Type.Number({ description: "OpenRouter's name for `cost_usd`." })),
};

export const usageSchema = Type.Object({
  prompt_tokens: Type.Integer({ description: "Tokens of the prompt, including cached ones." }),
  completion_tokens: Type.Integer({ description: "Generated tokens, including reasoning." }),
  total_tokens: Type.Integer({ description: "The sum of both." }),
  prompt_tokens_details: Type.Object(
    {
      cached_tokens: Type.Integer({
        description: "Read from the provider's cache, at the price of `cached_input_token`.",
      }),
      cache_write_tokens: Type.Integer({ description: "Written to the cache, at the price of `cache_write_token`." }),
    },
    { description: "Breakdown of `prompt_tokens`." },
  ),
  completion_tokens_details: Type.Object(
    {
      reasoning_tokens: Type.Integer({ description: "Tokens of the reasoning, whether or not it is returned." }),
    },
    { description: "Breakdown of `completion_tokens`." },
  ),
  ...chatCostProperties,
});
