import { describeLimits, NO_LIMITS, toChanges, toFields, toLimits } from "./key-limits";

describe("the limits of a key", () => {
  it("are those that are typed, and the organization's where nothing is", () => {
    expect(toLimits({ ...NO_LIMITS, requestsPerMinute: " 60 " })).toEqual({
      requestsPerMinute: 60,
      tokensPerMinute: null,
      concurrentRequests: null,
    });
    expect(toLimits(NO_LIMITS)).toEqual({ requestsPerMinute: null, tokensPerMinute: null, concurrentRequests: null });
  });

  it("change where something else is typed, and become the organization's where nothing is left", () => {
    const before = toFields({ requestsPerMinute: 600, tokensPerMinute: 100_000, concurrentRequests: 16 });
    expect(toChanges(before, before)).toEqual({});
    expect(toChanges(before, { ...before, requestsPerMinute: "60", concurrentRequests: "" })).toEqual({
      requestsPerMinute: 60,
      concurrentRequests: null,
    });
  });

  it("are told in one line", () => {
    expect(describeLimits({ requestsPerMinute: 60, tokensPerMinute: 100_000, concurrentRequests: 16 }, "en")).toBe(
      "60 calls, 100,000 tokens a minute; 16 at once",
    );
  });
});
