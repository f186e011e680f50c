import { CenoteError, ERROR_TABLE, type ErrorCode, invalidField } from "@cenote/core";
import { errorHeaders, errorJson } from "./error-answer";

const FALLBACK_MS = 1000;

describe("error answers", () => {
  it.each(Object.keys(ERROR_TABLE) as ErrorCode[])("report %s in the contract's shape", (code) => {
    expect(JSON.parse(errorJson(new CenoteError(code), "req_1"))).toEqual({
      error: { message: ERROR_TABLE[code].message, type: code, code, request_id: "req_1", param: null },
    });
  });

  it("name the field", () => {
    expect(JSON.parse(errorJson(invalidField("stop", "no"), "req_1")).error).toMatchObject({
      param: "stop",
      message: "stop: no",
    });
  });

  it("tell clients not to retry what will fail again", () => {
    expect(errorHeaders(new CenoteError("invalid_request_error"), FALLBACK_MS)).toEqual({ "x-should-retry": "false" });
    expect(errorHeaders(new CenoteError("internal_error"), FALLBACK_MS)).toEqual({});
  });

  it("tell clients not to retry what would be paid twice, whatever the status", () => {
    const paid = new CenoteError("provider_unavailable", "cut", { retryable: false, retryAfterMs: 500 });
    expect(errorHeaders(paid, FALLBACK_MS)).toEqual({ "x-should-retry": "false" });
  });

  it("allow retrying a call whose idempotency key is in use, though its code usually does not", () => {
    const underWay = new CenoteError("idempotency_conflict", undefined, { retryable: true, retryAfterMs: 1000 });
    expect(errorHeaders(underWay, FALLBACK_MS)).toEqual({
      "x-should-retry": "true",
      "retry-after": "1",
      "retry-after-ms": "1000",
    });
    expect(errorHeaders(new CenoteError("idempotency_conflict"), FALLBACK_MS)).toEqual({ "x-should-retry": "false" });
  });

  it("tell the limits that were met, as an answer does", () => {
    const rateLimits = {
      requestsLimit: 600,
      requestsRemaining: 0,
      requestsResetMs: 1_500,
      tokensLimit: 1_000_000,
      tokensRemaining: 7,
      tokensResetMs: 61_000,
    };
    expect(errorHeaders(new CenoteError("rate_limit_exceeded", undefined, { rateLimits }), FALLBACK_MS)).toMatchObject({
      "x-ratelimit-limit-requests": "600",
      "x-ratelimit-remaining-requests": "0",
      "x-ratelimit-reset-requests": "1.5s",
      "x-ratelimit-limit-tokens": "1000000",
      "x-ratelimit-remaining-tokens": "7",
      "x-ratelimit-reset-tokens": "1m1s",
    });
  });

  it("say when to retry, in whole seconds and in milliseconds", () => {
    expect(
      errorHeaders(new CenoteError("rate_limit_exceeded", undefined, { retryAfterMs: 1200 }), FALLBACK_MS),
    ).toEqual({ "retry-after": "2", "retry-after-ms": "1200" });
    for (const code of ["overloaded", "rate_limit_exceeded"] as const)
      expect(errorHeaders(new CenoteError(code), FALLBACK_MS)).toEqual({
        "retry-after": "1",
        "retry-after-ms": "1000",
      });
    expect(errorHeaders(new CenoteError("rate_limit_exceeded", undefined, { retryAfterMs: 0 }), FALLBACK_MS)).toEqual({
      "retry-after": "1",
      "retry-after-ms": "1",
    });
  });
});
