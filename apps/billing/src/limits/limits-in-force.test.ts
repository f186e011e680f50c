import fc from "fast-check";
import { LIMIT_NAMES, limitsInForce, NO_LIMITS, withChanges } from "./limits-in-force";

const configured = { requestsPerMinute: 600, tokensPerMinute: 1_000_000, concurrentRequests: 64 };

describe("effective limits", () => {
  test.each([
    ["the configuration's, where nobody has its own", {}, {}, {}],
    [
      "the organization's, higher than the configuration's",
      { requestsPerMinute: 1_200 },
      {},
      { requestsPerMinute: 1_200 },
    ],
    ["the organization's, lower than the configuration's", { tokensPerMinute: 5 }, {}, { tokensPerMinute: 5 }],
    ["the key's, lower than the configuration's", {}, { concurrentRequests: 2 }, { concurrentRequests: 2 }],
    [
      "the key's, lower than the organization's",
      { requestsPerMinute: 1_200 },
      { requestsPerMinute: 900 },
      { requestsPerMinute: 900 },
    ],
    [
      "never more than the organization's",
      { requestsPerMinute: 10 },
      { requestsPerMinute: 900 },
      { requestsPerMinute: 10 },
    ],
    [
      "never more than the configuration's, where the organization has none of its own",
      {},
      { requestsPerMinute: 900 },
      {},
    ],
    [
      "each for itself",
      { requestsPerMinute: 1_200 },
      { concurrentRequests: 8 },
      { requestsPerMinute: 1_200, concurrentRequests: 8 },
    ],
  ])("are %s", (_which, organization, key, expected) => {
    expect(limitsInForce({ configured, organization, key })).toEqual({ ...configured, ...expected });
  });

  test("of a key never exceed its organization's", () => {
    const limit = fc.option(fc.integer({ min: 1, max: 1_000_000_000 }), { nil: undefined });
    const own = fc.record({ requestsPerMinute: limit, tokensPerMinute: limit, concurrentRequests: limit });
    fc.assert(
      fc.property(own, own, (organization, key) => {
        const ofOrganization = limitsInForce({ configured, organization, key: NO_LIMITS });
        const ofKey = limitsInForce({ configured, organization, key });
        for (const name of LIMIT_NAMES) expect(ofKey[name]).toBeLessThanOrEqual(ofOrganization[name]);
      }),
    );
  });
});

test("a change sets the limits it names, removes those it sets to 0, and leaves the rest", () => {
  const own = { requestsPerMinute: 5, tokensPerMinute: 6 };
  expect(withChanges(own, { requestsPerMinute: 0, concurrentRequests: 7 })).toEqual({
    tokensPerMinute: 6,
    concurrentRequests: 7,
  });
  expect(withChanges(own, {})).toEqual(own);
});
