import { isDay } from "./day";

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
