import { nanoMxn } from "@cenote/core";
import * as fc from "fast-check";
import { BUDGET_PERIODS, isKeyBudget, ledgerBudgetOf, resetOf } from "./key-budget";

const KEY = "00000000-0000-4000-8000-00000000000a";
const limit = nanoMxn(5n);
const at = (text: string) => Date.parse(text);

describe("the budget of an API key in the ledger", () => {
  it.each([
    ["day", "2026-11-23T23:59:59.999Z", "2026-11-23", "2026-11-24"],
    ["day", "2026-11-24T00:00:00Z", "2026-11-24", "2026-11-25"],
    ["week", "2026-11-22T12:00:00Z", "2026-11-16", "2026-11-23"],
    ["week", "2026-11-23T00:00:00Z", "2026-11-23", "2026-11-30"],
    ["month", "2026-11-30T23:59:59.999Z", "2026-11-01", "2026-12-01"],
    ["month", "2026-12-31T12:00:00Z", "2026-12-01", "2027-01-01"],
    ["month", "2028-02-29T00:00:00Z", "2028-02-01", "2028-03-01"],
  ] as const)("of a %s at %s begins on %s and ends on %s, in UTC", (period, now, start, end) => {
    const budget = ledgerBudgetOf(KEY, { limit, period }, { atMs: at(now), utcOffsetMs: 0 });
    expect(budget).toEqual({ id: `key:${KEY}:${period}:${start}`, limit, expiresAtMs: at(`${end}T00:00:00Z`) });
    expect(resetOf(period, at(now), 0)).toBe(budget.expiresAtMs);
  });

  it.each([
    ["-06:00", "day", "2026-11-24T05:59:59.999Z", ["2026-11-23T06:00Z", "2026-11-24T06:00Z"]],
    ["-06:00", "day", "2026-11-24T06:00:00Z", ["2026-11-24T06:00Z", "2026-11-25T06:00Z"]],
    ["-06:00", "week", "2026-11-23T05:59:59.999Z", ["2026-11-16T06:00Z", "2026-11-23T06:00Z"]],
    ["-06:00", "week", "2026-11-23T06:00:00Z", ["2026-11-23T06:00Z", "2026-11-30T06:00Z"]],
    ["-06:00", "month", "2026-12-01T05:59:59.999Z", ["2026-11-01T06:00Z", "2026-12-01T06:00Z"]],
    ["-06:00", "month", "2027-01-01T06:00:00Z", ["2027-01-01T06:00Z", "2027-02-01T06:00Z"]],
    ["-06:00", "month", "2028-03-01T05:59:59.999Z", ["2028-02-01T06:00Z", "2028-03-01T06:00Z"]],
    ["+05:45", "day", "2026-11-23T18:15:00Z", ["2026-11-23T18:15Z", "2026-11-24T18:15Z"]],
    ["+05:45", "week", "2026-11-22T18:14:59.999Z", ["2026-11-15T18:15Z", "2026-11-22T18:15Z"]],
    ["+14:00", "month", "2026-11-30T10:00:00Z", ["2026-11-30T10:00Z", "2026-12-31T10:00Z"]],
  ] as const)("by the clock of %s, of a %s at %s, begins and ends at %j", (offset, period, now, [start, end]) => {
    const utcOffsetMs = at("2026-01-01T00:00:00Z") - at(`2026-01-01T00:00:00${offset}`);
    const budget = ledgerBudgetOf(KEY, { limit, period }, { atMs: at(now), utcOffsetMs });
    expect(budget).toEqual({ id: `key:${KEY}:${period}:${start}`, limit, expiresAtMs: at(end) });
    expect(resetOf(period, at(now), utcOffsetMs)).toBe(budget.expiresAtMs);
  });

  it("is the same at all times if it is a total", () => {
    const budget = ledgerBudgetOf(
      KEY,
      { limit, period: "total" },
      { atMs: at("2026-11-23T00:00:00Z"), utcOffsetMs: 0 },
    );
    expect(budget).toEqual({ id: `key:${KEY}`, limit, expiresAtMs: at("9999-12-31T00:00:00Z") });
    const later = { atMs: at("2030-01-01T00:00:00Z"), utcOffsetMs: -6 * 3_600_000 };
    expect(ledgerBudgetOf(KEY, { limit, period: "total" }, later)).toEqual(budget);
    expect(resetOf("total", 0, later.utcOffsetMs)).toBeUndefined();
  });

  it("changes exactly where its period ends, and is never mistaken for a client token's", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...BUDGET_PERIODS),
        fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2100-01-01T00:00:00Z") }),
        fc.integer({ min: -12 * 60, max: 14 * 60 }),
        (period, nowMs, offsetMinutes) => {
          const utcOffsetMs = offsetMinutes * 60_000;
          const of = (atMs: number) => ledgerBudgetOf(KEY, { limit, period }, { atMs, utcOffsetMs });
          const { id, expiresAtMs } = of(nowMs);
          expect(expiresAtMs).toBeGreaterThan(nowMs);
          expect(of(expiresAtMs - 1).id).toBe(id);
          if (period !== "total") expect(of(expiresAtMs).id).not.toBe(id);
          expect(isKeyBudget({ id })).toBe(true);
        },
      ),
    );
    expect(isKeyBudget({ id: KEY })).toBe(false);
  });
});
