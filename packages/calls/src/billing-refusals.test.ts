import { CenoteError, ERROR_TABLE, type ErrorCode } from "@cenote/core";
import { isNothingHeld, isRefusal } from "./billing-refusals";

const CODES = Object.keys(ERROR_TABLE) as ErrorCode[];

test.each(["internal_error", "overloaded"] as const)(
  "after %s it is not known whether billing acted, so a hold may exist",
  (code) => {
    expect([isRefusal(new CenoteError(code)), isNothingHeld(new CenoteError(code))]).toEqual([false, false]);
  },
);

test("a call that is cancelled on its way may be held", () => {
  expect(isNothingHeld(new CenoteError("cancelled"))).toBe(false);
});

test("nothing is held after a refusal, also if a limit was reached, which passes", () => {
  expect(CODES.filter((code) => isNothingHeld(new CenoteError(code)))).toEqual([
    "invalid_request_error",
    "insufficient_balance",
    "model_not_found",
    "rate_limit_exceeded",
    "permission_denied",
    "not_found",
    "idempotency_conflict",
  ]);
});
