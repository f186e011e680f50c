import { ERROR_TABLE, type ErrorCode, type ErrorRow } from "./error-table";
import type { RateLimitState } from "./rate-limit-state";

export interface CenoteErrorOptions {
  /** Path of the offending field, `messages[0].role`. */
  readonly param?: string | undefined;
  /** Milliseconds after which a retry makes sense. */
  readonly retryAfterMs?: number | undefined;
  /** Overrides the table. False if a retry would be charged a second time. */
  readonly retryable?: boolean;
  /** Number of calls to providers before the failure. */
  readonly attempts?: number | undefined;
  /** The rate limits of the key, after the call was counted or refused. */
  readonly rateLimits?: RateLimitState | undefined;
  /** For the log, and for the positions of errors in a GraphQL document. Never sent. */
  readonly cause?: unknown;
}

/**
 * The only error that crosses boundaries of modules, processes and the wire. Any other error is a bug and becomes
 * `internal_error`.
 */
export class CenoteError extends Error {
  override readonly name = "CenoteError";
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly retryable: boolean;
  readonly attempts: number | undefined;
  readonly rateLimits: RateLimitState | undefined;

  /** @param message For the caller. Default: the text of the table. */
  constructor(code: ErrorCode, message?: string, options: CenoteErrorOptions = {}) {
    super(message ?? ERROR_TABLE[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.param = options.param;
    this.retryAfterMs = options.retryAfterMs;
    this.retryable = options.retryable ?? ERROR_TABLE[code].retryable;
    this.attempts = options.attempts;
    this.rateLimits = options.rateLimits;
  }

  /** The same error with changes. */
  with({ message = this.message, ...changes }: { readonly message?: string } & CenoteErrorOptions): CenoteError {
    const { param, retryAfterMs, retryable, attempts, rateLimits, cause } = this;
    const options = { param, retryAfterMs, retryable, attempts, rateLimits, cause };
    return new CenoteError(this.code, message, { ...options, ...changes });
  }

  get row(): ErrorRow {
    return ERROR_TABLE[this.code];
  }
}

/** Whether a thrown value is an error with this code. */
export const hasErrorCode = (thrown: unknown, code: ErrorCode): thrown is CenoteError =>
  thrown instanceof CenoteError && thrown.code === code;

/** The error for an invalid field of the caller's request. `param` is its path. */
export const invalidRequest = (param: string, message: string): CenoteError =>
  new CenoteError("invalid_request_error", message, { param });

/** The same, with the path at the beginning of the message, because many clients show only the message. */
export const invalidField = (param: string, rule: string): CenoteError => invalidRequest(param, `${param}: ${rule}`);

/**
 * The error for a database that failed or did not answer. The call may be retried. packages/mongo/README.md lists who
 * waits for the database, and for how long.
 */
export const databaseAway = (cause: unknown): CenoteError =>
  new CenoteError("overloaded", "The database does not answer. Retry shortly.", { cause });

/** Turns a thrown value into an error that may be sent. The text of an unknown error is kept only as the cause. */
export const toCenoteError = (thrown: unknown): CenoteError =>
  thrown instanceof CenoteError ? thrown : new CenoteError("internal_error", undefined, { cause: thrown });
