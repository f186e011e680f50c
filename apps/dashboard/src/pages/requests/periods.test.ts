import { startOfPeriod } from "./periods";

const NOW = new Date(2026, 10, 2, 13, 45, 30).getTime();

it("a period begins an hour ago, or at a midnight of the browser's time zone", () => {
  expect(startOfPeriod("hour", NOW)).toBe(new Date(2026, 10, 2, 12, 45, 30).toISOString());
  expect(startOfPeriod("today", NOW)).toBe(new Date(2026, 10, 2).toISOString());
  expect(startOfPeriod("week", NOW)).toBe(new Date(2026, 9, 27).toISOString());
});
