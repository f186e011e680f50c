import { reportedFailure } from "./reported-failure";
import { failure } from "./testing/routing-world";

describe("the failure reported to a caller", () => {
  test.each([
    [
      "what the caller can change before what will pass",
      ["server", "rate_limited", "context_length"],
      "context_length",
    ],
    ["what will pass before what is broken", ["server", "rate_limited", "timeout"], "rate_limited"],
    ["the provider's own words before a silence", ["unreachable", "timeout", "server"], "server"],
    ["what may be the caller's or ours before what is ours alone", ["credentials", "unexplained"], "unexplained"],
    ["what a route can't express only if no other could have answered", ["invalid", "server"], "server"],
    ["that before what is ours", ["credentials", "invalid"], "invalid"],
    ["what is broken before what may be ours", ["unexplained", "server"], "server"],
    ["our own affairs last", ["credentials", "quota", "unreachable"], "unreachable"],
    ["that the caller left before all else", ["server", "aborted"], "aborted"],
  ] as const)("%s", (_what, kinds, told) => {
    expect(reportedFailure(kinds.map((kind) => failure(kind)))?.kind).toBe(told);
  });

  test("of one kind it is the first: the preferred route's words", () => {
    const [first, second] = [failure("server", { message: "first" }), failure("server", { message: "second" })];
    expect(reportedFailure([first, second])).toBe(first);
  });

  test("has the shortest retry time of any route, and its message unchanged", () => {
    const told = reportedFailure([
      failure("rate_limited", { message: "Slow down.", retryAfterMs: 9_000 }),
      failure("server", { retryAfterMs: 2_000 }),
    ]);
    expect(told).toMatchObject({ kind: "rate_limited", message: "Slow down.", retryAfterMs: 2_000 });
  });

  test("names the same fields with another's retry time", () => {
    const refused = failure("rejected", { fields: ["tools"] });
    expect(reportedFailure([failure("server", { retryAfterMs: 2_000 }), refused])).toMatchObject({
      fields: ["tools"],
      retryAfterMs: 2_000,
    });
  });

  test("is absent if nothing was tried", () => {
    expect(reportedFailure([])).toBeUndefined();
  });
});
