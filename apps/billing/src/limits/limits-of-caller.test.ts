import type { KeyRow } from "../keys/key-store";
import type { OrganizationRow } from "../organizations/organization-store";
import { createLimitsOfCaller } from "./limits-of-caller";

const configured = { requestsPerMinute: 600, tokensPerMinute: 1_000_000, concurrentRequests: 64 };
const organization = { limits: { requestsPerMinute: 60, concurrentRequests: 8 } } as OrganizationRow;
const key = { limits: { requestsPerMinute: 6 } } as KeyRow;

/** @param known What is in memory; the stores have everything. */
const setUp = (known: { readonly organization: boolean; readonly key: boolean }) =>
  createLimitsOfCaller({
    organizations: {
      recognize: () => (known.organization ? organization : undefined),
      get: async () => organization,
    },
    keys: {
      recognizeId: () => (known.key ? key : undefined),
      find: async () => key,
    },
    configured: () => configured,
  });

const ofKey = { organizationId: "org", keyId: "key" };
const ofService = { organizationId: "org", keyId: "" };
const keyLimits = { ...configured, requestsPerMinute: 6, concurrentRequests: 8 };
const serviceLimits = { ...configured, requestsPerMinute: 60, concurrentRequests: 8 };

describe("the limits of a caller", () => {
  test("are told at once if its organization and its key are in memory", () => {
    const limitsOf = setUp({ organization: true, key: true });
    expect(limitsOf(ofKey)).toEqual(keyLimits);
    expect(limitsOf(ofService)).toEqual(serviceLimits);
  });

  test.each([
    { organization: false, key: true },
    { organization: true, key: false },
    { organization: false, key: false },
  ])("are looked up otherwise, as after a restart: in memory are $organization, $key", async (known) => {
    expect(await setUp(known)(ofKey)).toEqual(keyLimits);
    expect(await setUp(known)(ofService)).toEqual(serviceLimits);
  });

  test("are the organization's alone for a service that acts for it, whose key is never looked for", () => {
    expect(setUp({ organization: true, key: false })(ofService)).toEqual(serviceLimits);
  });
});
