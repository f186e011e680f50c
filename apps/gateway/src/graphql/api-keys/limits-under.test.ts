import { changesUnder, limitsUnder } from "./limits-under";

describe("a key that a limited key makes", () => {
  it("may do as much as its maker where nothing is asked for, and less where that is", () => {
    expect(limitsUnder({ requestsPerMinute: 5, tokensPerMinute: 0 }, {})).toEqual({ requestsPerMinute: 5 });
    expect(limitsUnder({ requestsPerMinute: 5 }, { requestsPerMinute: 0, concurrentRequests: 2 })).toEqual({
      requestsPerMinute: 5,
      concurrentRequests: 2,
    });
    expect(limitsUnder({ requestsPerMinute: 5 }, { requestsPerMinute: 3 })).toEqual({ requestsPerMinute: 3 });
  });

  it("may not do more", () => {
    expect(() => limitsUnder({ tokensPerMinute: 100 }, { tokensPerMinute: 101 })).toThrow(
      expect.objectContaining({ code: "invalid_request_error", param: "limits.tokensPerMinute" }),
    );
  });

  it("may be changed by it no further, and in nothing that is not asked for", () => {
    expect(
      changesUnder({ requestsPerMinute: 5, tokensPerMinute: 9 }, { requestsPerMinute: 0, concurrentRequests: 0 }),
    ).toEqual({ requestsPerMinute: 5, concurrentRequests: 0 });
    expect(() => changesUnder({ requestsPerMinute: 5 }, { requestsPerMinute: 6 })).toThrow(
      expect.objectContaining({ param: "limits.requestsPerMinute" }),
    );
  });

  it("is bound by the organization alone where its maker is", () => {
    expect(limitsUnder(undefined, { requestsPerMinute: 7 })).toEqual({ requestsPerMinute: 7 });
    expect(limitsUnder({}, {})).toEqual({});
  });
});
