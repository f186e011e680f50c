import fc from "fast-check";
import {
  add,
  floorDivide,
  formatDecimal,
  isMore,
  multiply,
  parseDecimal,
  roundHalfUp,
  shiftRight,
  shortestDecimal,
  subtract,
} from "./decimal";

const decimal = fc.record({
  units: fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
  scale: fc.integer({ min: 0, max: 12 }),
});

/** Compares a decimal with a fraction by cross-multiplication, independently of the code under test. */
const equalsFraction = (value: { units: bigint; scale: number }, numerator: bigint, denominator: bigint) =>
  value.units * denominator === numerator * 10n ** BigInt(value.scale);

describe("decimal", () => {
  test("printing and parsing are inverses", () => {
    fc.assert(
      fc.property(decimal, (value) => {
        const back = parseDecimal(formatDecimal(value));
        expect(equalsFraction(back, value.units, 10n ** BigInt(value.scale))).toBe(true);
      }),
    );
  });

  test("sum, difference, product and shift are exact", () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [da, db] = [10n ** BigInt(a.scale), 10n ** BigInt(b.scale)];
        expect(equalsFraction(add(a, b), a.units * db + b.units * da, da * db)).toBe(true);
        expect(equalsFraction(subtract(a, b), a.units * db - b.units * da, da * db)).toBe(true);
        expect(isMore(a, b)).toBe(a.units * db > b.units * da);
        expect(equalsFraction(multiply(a, b), a.units * b.units, da * db)).toBe(true);
        expect(equalsFraction(shiftRight(a, 6), a.units, da * 1_000_000n)).toBe(true);
      }),
    );
  });

  test("floor division leaves a remainder smaller than the divisor", () => {
    fc.assert(
      fc.property(
        decimal.filter(({ units }) => units >= 0n),
        decimal.filter(({ units }) => units > 0n),
        (a, b) => {
          const times = floorDivide(a, b);
          expect(subtract(a, multiply({ units: times, scale: 0 }, b)).units >= 0n).toBe(true);
          expect(isMore(multiply({ units: times + 1n, scale: 0 }, b), a)).toBe(true);
        },
      ),
    );
    expect(() => floorDivide({ units: 1n, scale: 0 }, { units: 0n, scale: 3 })).toThrow(RangeError);
  });

  test("rounding is off by at most half a unit, and rounds halves away from zero", () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 12 }), (value, scale) => {
        const rounded = roundHalfUp(value, scale);
        const common = 10n ** 24n;
        const exact = value.units * (common / 10n ** BigInt(value.scale));
        const got = rounded.units * (common / 10n ** BigInt(scale));
        const error = got - exact;
        const half = common / 10n ** BigInt(scale) / 2n;
        const magnitude = error < 0n ? -error : error;
        expect(magnitude <= half).toBe(true);
        if (magnitude === half && half > 0n && value.scale > scale) expect(error > 0n).toBe(value.units > 0n);
      }),
    );
  });

  test.each(["", "1e3", "0x1", ".5", "5.", "1,5", " 1", "NaN", "--1", "+1"])("rejects %j", (text) => {
    expect(() => parseDecimal(text)).toThrow(RangeError);
  });

  test("the shortest form of a text is that of its number", () => {
    const digits = fc.stringMatching(/^-?[0-2]{1,4}(\.[0-2]{1,4})?$/);
    fc.assert(
      fc.property(digits, (text) => {
        expect(shortestDecimal(text)).toBe(formatDecimal(parseDecimal(text)));
      }),
    );
    fc.assert(
      fc.property(decimal, (value) => {
        const text = formatDecimal(value);
        expect(shortestDecimal(text)).toBe(text);
      }),
    );
    expect(shortestDecimal("0012.500")).toBe("12.5");
    expect(() => shortestDecimal("1e3")).toThrow(RangeError);
    expect(() => shortestDecimal("9".repeat(31))).toThrow(RangeError);
  });

  test("prints small numbers without an exponent", () => {
    expect(formatDecimal({ units: 315n, scale: 9 })).toBe("0.000000315");
    expect(JSON.parse(formatDecimal({ units: 315n, scale: 9 }))).toBe(3.15e-7);
  });
});
