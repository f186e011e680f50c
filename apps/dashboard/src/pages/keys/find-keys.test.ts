import type { ApiKey } from "./api-key";
import { findKeys } from "./find-keys";

const key = (name: string, hint: string, revoked: string | null = null): ApiKey => ({
  id: name,
  name,
  hint,
  revoked,
  created: "2026-11-22T00:00:00Z",
  limits: { requestsPerMinute: 1, tokensPerMinute: 1, concurrentRequests: 1 },
});
const KEYS = [
  key("old laptop", "cen_sk_live_…aaaa", "2026-11-23T00:00:00Z"),
  key("Laptop", "cen_sk_live_…bbbb"),
  key("", "cen_sk_live_…cccc"),
];
const found = (text: string) => findKeys(KEYS, text).map(({ hint }) => hint.slice(-4));

describe("keys", () => {
  it("stand with those that work first", () => {
    expect(found("")).toEqual(["bbbb", "cccc", "aaaa"]);
  });

  it("are found by their name or their end, in any case", () => {
    expect(found(" LAPTOP ")).toEqual(["bbbb", "aaaa"]);
    expect(found("…CCCC")).toEqual(["cccc"]);
    expect(found("tablet")).toEqual([]);
  });
});
