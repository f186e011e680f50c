import { CenoteError, hasErrorCode, type Log, toCenoteError } from "@cenote/core";

// Errors are sent in HTTP/2 trailers, of which clients in other languages accept at most 8 KiB in all.
const MESSAGE_LIMIT_BYTES = 4096;
const PARAM_LIMIT_BYTES = 512;

const cutToBytes = (text: string, limitBytes: number): string => {
  const wellFormed = text.toWellFormed();
  if (Buffer.byteLength(wellFormed) <= limitBytes) return wellFormed;
  // Stream mode leaves out an incomplete character at the end instead of replacing it.
  return new TextDecoder().decode(Buffer.from(wellFormed).subarray(0, limitBytes), { stream: true });
};

/** The error as every transport delivers it: without its cause, and with texts cut to the limits of trailers. */
const carriedError = (error: CenoteError): CenoteError =>
  new CenoteError(error.code, cutToBytes(error.message, MESSAGE_LIMIT_BYTES), {
    retryable: error.retryable,
    attempts: error.attempts,
    rateLimits: error.rateLimits,
    param: error.param && cutToBytes(error.param, PARAM_LIMIT_BYTES),
    retryAfterMs: error.retryAfterMs,
  });

/** The error for a caller who aborted: the reason of the abort if it is a CenoteError, else `cancelled`. */
export const abortedError = (signal: AbortSignal): CenoteError =>
  signal.reason instanceof CenoteError ? signal.reason : new CenoteError("cancelled");

const isAbort = (thrown: unknown, signal: AbortSignal): boolean =>
  thrown === signal.reason ||
  hasErrorCode(thrown, "cancelled") ||
  (thrown as Partial<Error> | undefined)?.name === "AbortError";

/**
 * Turns what a service throws into the error for its caller. Bugs are logged here, once, because the result has no
 * cause.
 */
export const createFaultGate =
  (log: Log) =>
  /** @param method Path of the method, for the log. */
  (thrown: unknown, method: string, signal: AbortSignal | undefined): CenoteError => {
    if (signal?.aborted === true && isAbort(thrown, signal)) return abortedError(signal);
    const error = toCenoteError(thrown);
    const isFault = error !== thrown || (error.code === "internal_error" && error.cause !== undefined);
    if (isFault) log.error({ method, err: error.cause }, "a call failed with a fault");
    else if (error.code === "overloaded" && error.cause !== undefined)
      log.warn({ method, err: error }, "a call was turned away: a part it needs is away");
    return carriedError(error);
  };
