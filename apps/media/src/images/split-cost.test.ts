import { formatDecimal, multiply, parseDecimal, decimalOf, roundToNanoMxn } from "@cenote/core";
import fc from "fast-check";
import { splitCost } from "./split-cost";

test("equal images cost the same, except for indivisible nano-pesos", () => {
  expect(splitCost({ costUsd: "0.126", costNanoMxn: 8n }, 3)).toEqual([
    { costUsd: "0.042", costNanoMxn: 3n },
    { costUsd: "0.042", costNanoMxn: 3n },
    { costUsd: "0.042", costNanoMxn: 2n },
  ]);
  expect(splitCost({ costUsd: "0.21", costNanoMxn: 1n }, 8)).toHaveLength(8);
});

test("the parts add up to the total, whatever the price, markup and rate", () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.nat(9))
    .map(([units, scale]) => ({ units, scale }));
  fc.assert(
    fc.property(decimal, decimal, decimal, fc.integer({ min: 1, max: 8 }), (price, markup, rate, count) => {
      const usd = multiply(multiply(price, markup), decimalOf(BigInt(count)));
      const total = { costUsd: formatDecimal(usd), costNanoMxn: roundToNanoMxn(multiply(usd, rate)) };
      const parts = splitCost(total, count);
      expect(parts.reduce((sum, { costNanoMxn }) => sum + costNanoMxn, 0n)).toBe(total.costNanoMxn);
      expect(parts.map(({ costUsd }) => costUsd)).toEqual(parts.map(() => formatDecimal(multiply(price, markup))));
      expect(formatDecimal(multiply(parseDecimal(parts[0]?.costUsd ?? ""), decimalOf(BigInt(count))))).toBe(
        total.costUsd,
      );
    }),
  );
});
