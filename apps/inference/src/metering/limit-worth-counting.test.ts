import { CenoteError } from "@cenote/core";
import { limitWorthCounting } from "./limit-worth-counting";

const refused = (tokensLimit: number, retryable = false) =>
  new CenoteError("rate_limit_exceeded", "Too many tokens.", {
    retryable,
    rateLimits: {
      requestsLimit: 9,
      requestsRemaining: 9,
      requestsResetMs: 0,
      tokensLimit,
      tokensRemaining: 0,
      tokensResetMs: 0,
    },
  });

test.each<[string, unknown, number, number | undefined]>([
  ["may alone use more than its key has", refused(800), 1_000, 800],
  ["is just as large as an estimate may be wrong", refused(800), 2_400, 800],
  ["is larger than an estimate is wrong", refused(800), 2_401, undefined],
  ["has only to wait", refused(800, true), 1_000, undefined],
  ["has no limit of tokens", refused(0), 0, undefined],
  ["was refused without its limits", new CenoteError("rate_limit_exceeded", "No.", { retryable: false }), 1, undefined],
  ["can't be paid", new CenoteError("insufficient_balance"), 1, undefined],
  ["met something unforeseen", new Error("oh"), 1, undefined],
])("a call is worth counting for the limit it may keep to: one that %s", (_, refusal, estimated, limit) => {
  expect(limitWorthCounting(refusal, estimated)).toBe(limit);
});
