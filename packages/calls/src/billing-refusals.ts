import type { CenoteError, ErrorCode } from "@cenote/core";

/** Whether billing rejected the request. After any other error, it is unknown whether billing acted. */
export const isRefusal = (error: CenoteError): boolean => !error.row.retryable;

const HOLDS_NOTHING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "insufficient_balance",
  // Of a suspended organization.
  "permission_denied",
  // Retryable, but a refusal too.
  "rate_limit_exceeded",
  "model_not_found",
  "invalid_request_error",
  "not_found",
  // The request id, and with it any hold, belongs to another call.
  "idempotency_conflict",
]);

/** Whether this error of `admit` or `confirmHold` means that the call certainly holds nothing. */
export const isNothingHeld = ({ code }: CenoteError): boolean => HOLDS_NOTHING.has(code);
