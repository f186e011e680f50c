import { daysOf, faultOfMonth, monthAfter, monthOf, nameMonth } from "./month";

it("a month is that of UTC", () => {
  expect(monthOf(Date.UTC(2026, 10, 30, 23, 59))).toBe("2026-11");
  expect(nameMonth("2026-11", "en-US")).toBe("November 2026");
});

it.each([
  ["2026-12", 1, "2027-01"],
  ["2026-01", -1, "2025-12"],
])("%s and %i more is %s", (month, count, other) => {
  expect(monthAfter(month, count)).toBe(other);
});

it.each([
  ["2026-11", "2026-11-30"],
  ["2026-12", "2026-12-31"],
  ["2028-02", "2028-02-29"],
])("%s ends on %s", (month, to) => {
  expect(daysOf(month)).toEqual({ from: `${month}-01`, to });
});

it.each([
  ["2026-11", undefined],
  ["2020-01", undefined],
  ["2026-12", /^[^ ]+ 2026 has not begun\.$/],
  ["2026-13", "“2026-13” is no month, such as 2026-11."],
  ["0001-01", "“0001-01” is no month, such as 2026-11."],
  ["", "“” is no month, such as 2026-11."],
])("the address of month %j is answered, or refused in a sentence", (month, fault) => {
  const found = faultOfMonth(month, "2026-11");
  if (fault instanceof RegExp) expect(found).toMatch(fault);
  else expect(found).toBe(fault);
});
