import { CenoteError, hasErrorCode, invalidField, toCenoteError } from "./cenote-error";
import type { RateLimitState } from "./rate-limit-state";

describe("an error", () => {
  test("with changes keeps all that is not changed, and has its cause for the log", () => {
    const cause = new Error("socket closed");
    const rateLimits = { requestsLimit: 5, requestsRemaining: 0 } as RateLimitState;
    const before = new CenoteError("rate_limit_exceeded", "Too many.", {
      param: "model",
      retryAfterMs: 7,
      retryable: false,
      attempts: 2,
      rateLimits,
      cause,
    });
    expect(before.with({ message: "Too many calls." })).toMatchObject({
      code: "rate_limit_exceeded",
      message: "Too many calls.",
      param: "model",
      retryAfterMs: 7,
      retryable: false,
      attempts: 2,
      rateLimits,
      cause,
    });
    expect(before.with({ retryAfterMs: 9, retryable: true })).toMatchObject({
      message: "Too many.",
      retryAfterMs: 9,
      retryable: true,
    });
  });

  test("has the message of its code, and may be retried as its code says, unless told otherwise", () => {
    expect(new CenoteError("overloaded")).toMatchObject({
      retryable: true,
      message: new CenoteError("overloaded").row.message,
    });
    expect(new CenoteError("insufficient_balance")).toMatchObject({ retryable: false });
    expect(new CenoteError("overloaded", undefined, { retryable: false })).toMatchObject({ retryable: false });
  });

  test("of a field begins with its path, which many clients show alone", () => {
    expect(invalidField("messages[0].role", "unknown.")).toMatchObject({
      code: "invalid_request_error",
      param: "messages[0].role",
      message: "messages[0].role: unknown.",
    });
  });
});

test("anything else that is thrown becomes an internal error: its text is for the log, and not for the caller", () => {
  const thrown = new TypeError("secret");
  const error = toCenoteError(thrown);
  expect([error.code, error.cause]).toEqual(["internal_error", thrown]);
  expect(error.message).not.toContain("secret");
  expect(toCenoteError(error)).toBe(error);
  expect([hasErrorCode(error, "internal_error"), hasErrorCode(thrown, "internal_error")]).toEqual([true, false]);
});
