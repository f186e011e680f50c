import { keyNames } from "./key-names";
import { groupingAddress, readGrouping } from "../../shell/usage-address";
import { barsOf } from "./usage-bars";
import { lastDays } from "./usage-range";
import { byName, totalsOf, type UsageRow } from "./usage-summary";

const row = (day: string, name: string, costMxn: string, more: Partial<UsageRow> = {}): UsageRow => ({
  day,
  name,
  id: name,
  costMxn,
  calls: 1,
  failedCalls: 0,
  inputTokens: 10,
  cachedInputTokens: 5,
  outputTokens: 2,
  ...more,
});

describe("usage", () => {
  const rows = [
    row("2026-11-20", "a/one", "0.1"),
    row("2026-11-22", "a/one", "0.2", { failedCalls: 1 }),
    row("2026-11-22", "b/two", "9.000000001"),
  ];

  it("is summed exactly, with cached tokens as input", () => {
    expect(totalsOf(rows)).toEqual({
      calls: 3,
      failedCalls: 1,
      inputTokens: 45,
      outputTokens: 6,
      costMxn: "9.300000001",
    });
    expect(byName(rows).map(({ name, costMxn }) => [name, costMxn])).toEqual([
      ["b/two", "9.000000001"],
      ["a/one", "0.3"],
    ]);
  });

  it("has one bar per day, also for days without usage", () => {
    const days = ["2026-11-20", "2026-11-21", "2026-11-22"];
    const { series, bars } = barsOf(rows, { days, totals: byName(rows), others: "other models", measure: "cost" });
    expect(series).toEqual(["b/two", "a/one"]);
    expect(bars.map(({ day, pieces }) => [day, ...pieces.map(({ amount }) => amount)])).toEqual([
      ["2026-11-20", "0", "0.1"],
      ["2026-11-21", "0", "0"],
      ["2026-11-22", "9.000000001", "0.2"],
    ]);
    expect(
      barsOf(rows, { days, totals: byName(rows), others: "other models", measure: "tokens" }).bars[2]?.pieces,
    ).toEqual([
      { amount: "17", height: 17 },
      { amount: "17", height: 17 },
    ]);
  });

  it("names at most seven series, the last of which sums the remaining models", () => {
    const many = Array.from({ length: 9 }, (_, index) => row("2026-11-22", `m/${index}`, `${9 - index}`));
    const { series, bars } = barsOf(many, {
      days: ["2026-11-22"],
      totals: byName(many),
      others: "other models",
      measure: "cost",
    });
    expect(series).toEqual(["m/0", "m/1", "m/2", "m/3", "m/4", "m/5", "other models"]);
    expect(bars[0]?.pieces.at(-1)).toEqual({ amount: "6", height: 6 });
  });

  it("names each key, with its hint if two keys have the same name", () => {
    const nameOf = keyNames([
      { id: "id-1", name: "laptop", hint: "cen_sk_live_…aaaa" },
      { id: "id-2", name: "ci", hint: "cen_sk_live_…bbbb" },
      { id: "id-3", name: "ci", hint: "cen_sk_live_…cccc" },
      { id: "id-4", name: "", hint: "cen_sk_live_…dddd" },
    ]);
    expect(["id-1", "id-2", "id-3", "id-4", "0123456789", null].map(nameOf)).toEqual([
      "laptop",
      "ci (cen_sk_live_…bbbb)",
      "ci (cen_sk_live_…cccc)",
      "cen_sk_live_…dddd",
      "01234567",
      "before keys were counted",
    ]);
  });

  it("is by model or by key according to the address", () => {
    expect(["", "?usage=by-key", "?usage=nonsense"].map(readGrouping)).toEqual(["MODEL", "KEY", "MODEL"]);
    expect(readGrouping(groupingAddress("KEY").slice(1))).toBe("KEY");
  });

  it("is requested for UTC days, including today", () => {
    expect(lastDays(3, Date.UTC(2026, 10, 1, 23, 59))).toEqual(["2026-10-30", "2026-10-31", "2026-11-01"]);
  });
});
