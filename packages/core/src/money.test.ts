import { formatMxn, parseMxn, roundToNanoMxn } from "./money";

describe("money", () => {
  test("pesos to nano-pesos and back", () => {
    expect(parseMxn("50")).toBe(50_000_000_000n);
    expect(parseMxn("0.000000001")).toBe(1n);
    expect(formatMxn(50_000_000_000n)).toBe("50");
    expect(formatMxn(-1n)).toBe("-0.000000001");
  });

  test("rejects amounts finer than a nano-peso instead of rounding", () => {
    expect(() => parseMxn("0.0000000001")).toThrow(RangeError);
    expect(parseMxn("0.1000000000")).toBe(100_000_000n);
  });

  test("rounds a cost half up, once", () => {
    expect(roundToNanoMxn({ units: 15n, scale: 10 })).toBe(2n);
    expect(roundToNanoMxn({ units: 14n, scale: 10 })).toBe(1n);
  });
});
