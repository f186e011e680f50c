import type { ApiKey } from "./api-key";
import { findKeys } from "./find-keys";

const key = (
  name: string,
  hint: string,
  { revoked = null, expires = null }: Partial<Pick<ApiKey, "revoked" | "expires">> = {},
): ApiKey => ({
  id: name,
  name,
  hint,
  revoked,
  lastUsed: null,
  expires,
  budget: null,
  models: [],
  networks: [],
  created: "2026-11-22T00:00:00Z",
  limits: { requestsPerMinute: 1, tokensPerMinute: 1, concurrentRequests: 1 },
});
const KEYS = [
  key("old laptop", "cen_sk_live_…aaaa", { revoked: "2026-11-23T00:00:00Z" }),
  key("guest", "cen_sk_live_…dddd", { expires: "2026-11-23T12:00:00Z" }),
  key("Laptop", "cen_sk_live_…bbbb"),
  key("", "cen_sk_live_…cccc"),
];
const found = (text: string) =>
  findKeys(KEYS, { text, nowMs: Date.parse("2026-11-23T12:00:00Z") }).map(({ hint }) => hint.slice(-4));

describe("keys", () => {
  it("stand with those that work first", () => {
    expect(found("")).toEqual(["bbbb", "cccc", "aaaa", "dddd"]);
  });

  it("are found by their name or their end, in any case", () => {
    expect(found(" LAPTOP ")).toEqual(["bbbb", "aaaa"]);
    expect(found("…CCCC")).toEqual(["cccc"]);
    expect(found("tablet")).toEqual([]);
  });
});
