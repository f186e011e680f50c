import type { LedgerFilter } from "@cenote/contracts";
import { readEntryFilter } from "./entry-filter";

const KEY_ID = "22222222-2222-4222-8222-222222222222";
const [MONDAY, TUESDAY] = [new Date("2026-11-23T00:00:00Z"), new Date("2026-11-24T00:00:00Z")];
const filter = (changes: Partial<LedgerFilter>): LedgerFilter => ({ types: [], ...changes });

describe("the filter of a request", () => {
  it("has only the fields that are given", () => {
    expect(readEntryFilter(filter({}))).toEqual({});
    expect(
      readEntryFilter(filter({ types: ["settle"], from: MONDAY, to: TUESDAY, keyId: KEY_ID, outcome: "failed" })),
    ).toEqual({
      types: new Set(["settle"]),
      fromMs: MONDAY.getTime(),
      toMs: TUESDAY.getTime(),
      keyId: KEY_ID,
      outcome: "failed",
    });
  });

  it.each<[string, Partial<LedgerFilter>]>([
    ["filter.types[1]", { types: ["settle", "refund"] }],
    ["filter.to", { from: TUESDAY, to: MONDAY }],
    ["filter.to", { from: MONDAY, to: MONDAY }],
    ["filter.key_id", { keyId: "laptop" }],
    ["filter.client_token_id", { clientTokenId: "" }],
    ["filter.model", { model: "x".repeat(201) }],
    ["filter.outcome", { outcome: "x".repeat(201) }],
  ])("is refused for %s", (param, changes) => {
    expect(() => readEntryFilter(filter(changes))).toThrow(
      expect.objectContaining({ code: "invalid_request_error", param }),
    );
  });
});
