import fc from "fast-check";
import { shortestSingle } from "./shortest-single";

test.each([0, 1, -2, 0.1, 0.2, 0.3, 0.7, -0.002_306_425_5, 123.456, 0.000_012_34, 1e-7, 1e30, 999.999_9, 16_777_217e3])(
  "%p has no digits that a single adds",
  (value) => {
    const single = Math.fround(value);
    expect(Math.fround(shortestSingle(single))).toBe(single);
    expect(String(shortestSingle(single)).length).toBeLessThanOrEqual(String(value).length);
  },
);

test("a decimal of six digits is given back as it was", () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: -20, max: 20 }), (digits, exponent) => {
      const decimal = Number(`${digits}e${exponent}`);
      expect(shortestSingle(Math.fround(decimal))).toBe(decimal);
    }),
  );
});

test("every single is read back as itself, from nine digits at most", () => {
  fc.assert(
    fc.property(fc.float({ noDefaultInfinity: true, noNaN: true }), (single) => {
      const decimal = shortestSingle(single);
      // Not `toBe`, which tells 0 from -0: JSON writes both as 0.
      expect(Math.fround(decimal) === single).toBe(true);
      expect(Number(decimal.toPrecision(9))).toBe(decimal);
    }),
    { numRuns: 2000 },
  );
});
