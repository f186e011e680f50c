import type { CenoteError, ErrorCode } from "@cenote/core";

/** Whether billing refused. After any other failure it is not known whether it acted. */
export const isRefusal = (error: CenoteError): boolean => !error.row.retryable;

const HOLDS_NOTHING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "insufficient_balance",
  // Of a suspended organization.
  "permission_denied",
  // May be repeated, and is a refusal all the same.
  "rate_limit_exceeded",
  "model_not_found",
  "invalid_request_error",
  "not_found",
  // The request id belongs to another call, and with it whatever is held.
  "idempotency_conflict",
]);

/** Whether a call holds nothing for certain after its admission, or the confirmation of its hold, failed like this. */
export const isNothingHeld = ({ code }: CenoteError): boolean => HOLDS_NOTHING.has(code);
