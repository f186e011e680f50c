import { DAY_MS, dayOf, isDay, startOfDay } from "./day";

test.each(["2026-11-22", "2024-02-29"])("%s is a day", (text) => {
  expect(isDay(text)).toBe(true);
});

test.each([
  "2026-02-29",
  "2026-02-30",
  "2026-13-01",
  "2026-00-10",
  "2026-1-2",
  "2026-11-22T00:00:00Z",
  "22.11.2026",
  "yesterday",
  "",
])("%j is not", (text) => {
  expect(isDay(text)).toBe(false);
});

test("a day begins and ends in UTC, and has 24 hours also where clocks are put forward", () => {
  const startMs = Date.UTC(2026, 2, 29);
  expect(startOfDay("2026-03-29")).toBe(startMs);
  expect([startMs - 1, startMs, startMs + DAY_MS - 1, startMs + DAY_MS].map(dayOf)).toEqual([
    "2026-03-28",
    "2026-03-29",
    "2026-03-29",
    "2026-03-30",
  ]);
});
