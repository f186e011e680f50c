import { formatCount } from "./format-count";
import { formatDay, formatDuration, formatInstant, formatMinute } from "./format-time";
import { toLocalMinute } from "./local-minute";

/** Replaces the locale's kinds of space. */
const plain = (text: string): string => text.replaceAll(/\s/gu, " ");

describe("times", () => {
  it("show a UTC day as that day, in every time zone", () => {
    expect(formatDay("2026-03-01", "en")).toBe("Mar 1");
    expect(formatDay("2026-12-31", "es-MX")).toBe("31 dic");
  });

  it("show an instant in the browser's time zone, to the second or the minute", () => {
    const at = new Date(2026, 2, 1, 17, 4, 9).toISOString();
    expect(plain(formatInstant(at, "en"))).toBe("Mar 1, 2026, 5:04:09 PM");
    expect(plain(formatMinute(at, "en"))).toBe("Mar 1, 2026, 5:04 PM");
  });

  it.each([
    [0, "0 ms"],
    [840.4, "840 ms"],
    [999, "999 ms"],
    [1000, "1 sec"],
    [1254, "1.25 sec"],
    [61_000, "61 sec"],
  ])("show %d milliseconds as %s", (durationMs, expected) => {
    expect(plain(formatDuration(durationMs, "en"))).toBe(expected);
  });
});

describe("a time that can be edited", () => {
  it("is the same instant when it is read again, without its seconds", () => {
    expect(new Date(toLocalMinute("2026-07-01T23:59:42Z")).toISOString()).toBe("2026-07-01T23:59:00.000Z");
    expect(toLocalMinute("2026-07-01T23:59:42Z")).toMatch(/^2026-07-0\dT\d\d:\d\d$/);
  });

  it("is empty if there is none", () => {
    expect(toLocalMinute("")).toBe("");
  });
});

test("a count has the locale's separators", () => {
  expect(formatCount(1_234_567, "en")).toBe("1,234,567");
});
