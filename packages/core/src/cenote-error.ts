import { ERROR_TABLE, type ErrorCode, type ErrorRow } from "./error-table";
import type { RateLimitState } from "./rate-limit-state";

export interface CenoteErrorOptions {
  /** Path of the offending field, `messages[0].role`. */
  readonly param?: string | undefined;
  /** Milliseconds after which a retry makes sense. */
  readonly retryAfterMs?: number | undefined;
  /** False if repeating the call would charge twice, whatever the table says. */
  readonly retryable?: boolean;
  /** Calls to providers that were made before it failed. */
  readonly attempts?: number | undefined;
  /** The limits of the key: those it was refused for, or as they were once the call was counted. */
  readonly rateLimits?: RateLimitState | undefined;
  /** Only for the log, and for where in its document a mistake is that GraphQL found; never sent. */
  readonly cause?: unknown;
}

/**
 * The only error that crosses module, process and wire borders. Anything else that is thrown is a bug and becomes
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

  /** @param message For the caller; the table's text when absent. */
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

/** Whether something thrown is an error with this code. */
export const hasErrorCode = (thrown: unknown, code: ErrorCode): thrown is CenoteError =>
  thrown instanceof CenoteError && thrown.code === code;

/** The error for an invalid field of the caller's request. `param` is its path. */
export const invalidRequest = (param: string, message: string): CenoteError =>
  new CenoteError("invalid_request_error", message, { param });

/** The same with a message that begins with the path: many clients show nothing else. */
export const invalidField = (param: string, rule: string): CenoteError => invalidRequest(param, `${param}: ${rule}`);

/**
 * The error for a store that failed or did not answer. The call may be repeated; the message names the store. Who waits
 * for it how long: packages/mongo/README.md.
 */
export const databaseAway = (cause: unknown): CenoteError =>
  new CenoteError("overloaded", "The database does not answer. Retry shortly.", { cause });

/** Turns anything thrown into an error that may be sent; the text of unknown errors stays here. */
export const toCenoteError = (thrown: unknown): CenoteError =>
  thrown instanceof CenoteError ? thrown : new CenoteError("internal_error", undefined, { cause: thrown });
