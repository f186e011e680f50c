/** How one error code appears on each wire. */
export interface ErrorRow {
  /** HTTP status of the REST answer. */
  readonly http: number;
  /** Canonical gRPC status code (google.rpc.Code). */
  readonly grpc: number;
  /** Whether the unchanged call may succeed later. */
  readonly retryable: boolean;
  /** Text for the caller if the error has none of its own. */
  readonly message: string;
  /** When the error occurs, for docs/errors.md. */
  readonly condition: string;
}

/**
 * Every error that leaves the system: first the codes of the contract, then further ones. No other file contains status
 * numbers.
 */
export const ERROR_TABLE = {
  invalid_request_error: {
    http: 400,
    grpc: 3,
    retryable: false,
    message: "The request is malformed or invalid.",
    condition: "Malformed or invalid body; the message and `param` name the field.",
  },
  missing_api_key: {
    http: 401,
    grpc: 16,
    retryable: false,
    message: "No API key was given. Send it as `Authorization: Bearer <API_KEY>`.",
    condition: "No Bearer header.",
  },
  invalid_api_key: {
    http: 401,
    grpc: 16,
    retryable: false,
    message: "The API key is not recognized.",
    condition: "Key not recognized.",
  },
  key_revoked: {
    http: 401,
    grpc: 16,
    retryable: false,
    message: "The API key was revoked.",
    condition: "The key or client token was revoked, or has expired.",
  },
  insufficient_balance: {
    http: 402,
    grpc: 9,
    retryable: false,
    message:
      "The balance does not cover this call. Top up to go on: in the dashboard, or ask the operator of this gateway.",
    condition:
      "Nothing is available: the balance minus the holds of open calls is not above zero; or a budget does not cover the call. With `x-should-retry: true` if only its answer cost more than another call left of the budget meanwhile.",
  },
  model_not_found: {
    http: 404,
    grpc: 5,
    retryable: false,
    message: "The model does not exist. Ids have the form `<provider>/<model>`; GET /v1/models lists them.",
    condition:
      "Unknown model id, commonly a missing namespace; or a model that its provider has shut down, or that no configured provider serves.",
  },
  rate_limit_exceeded: {
    http: 429,
    grpc: 8,
    retryable: true,
    message: "A rate limit was reached. Retry after the given time, with exponential backoff.",
    condition:
      "The key's requests per minute, tokens per minute or concurrent calls are used up; `Retry-After` says for how long.",
  },
  internal_error: {
    http: 500,
    grpc: 13,
    retryable: true,
    message: "Something failed on our side. The request id helps us to find it.",
    condition: "Server fault.",
  },
  provider_unavailable: {
    http: 502,
    grpc: 14,
    retryable: true,
    message: "The provider did not answer.",
    condition:
      "Provider down, rate limiting, rejecting the prompt or content filter; the message is the provider's, unchanged.",
  },
  permission_denied: {
    http: 403,
    grpc: 7,
    retryable: false,
    message: "The API key or client token does not allow this.",
    condition:
      "A client token was used for an operation or a model, or from an origin, that it does not allow; an API key for a model that is not in its list; a restricted API key to manage keys, guardrails, balance alerts or top-ups; or a new call of an organization that the operator has suspended.",
  },
  not_found: {
    http: 404,
    grpc: 5,
    retryable: false,
    message: "There is nothing at this address.",
    condition: "Unknown path or resource.",
  },
  job_not_found: {
    http: 404,
    grpc: 5,
    retryable: false,
    message: "There is no such job.",
    condition:
      "Unknown video job, or one of another organization; for a client token, one that was not created with it.",
  },
  method_not_allowed: {
    http: 405,
    grpc: 12,
    retryable: false,
    message: "This path does not support that method.",
    condition: "Known path, unsupported method; `Allow` lists the supported ones.",
  },
  idempotency_conflict: {
    http: 409,
    grpc: 6,
    retryable: false,
    message: "This idempotency key was used with another request.",
    condition:
      "The same `Idempotency-Key` with another body; while its first call is under way (then `x-should-retry: true`); or after that was paid for, if its answer was not stored.",
  },
  request_too_large: {
    http: 413,
    grpc: 11,
    retryable: false,
    message: "The request is larger than the limit.",
    condition: "Body above the limit (20 MiB by default).",
  },
  unsupported_media_type: {
    http: 415,
    grpc: 3,
    retryable: false,
    message: "Send the body as `Content-Type: application/json`.",
    condition: "A content type other than JSON.",
  },
  cancelled: {
    http: 499,
    grpc: 1,
    retryable: true,
    message: "The caller disconnected.",
    condition: "The caller closed the connection before the answer; only logs show this.",
  },
  overloaded: {
    http: 503,
    grpc: 14,
    retryable: true,
    message: "The service is at its limit. Retry shortly.",
    condition:
      "A limit of the whole service is reached, a part of it is down, it is shutting down, or another call took a part of the same budget at the same moment; `Retry-After` says when to retry.",
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERROR_TABLE;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_TABLE, code);
