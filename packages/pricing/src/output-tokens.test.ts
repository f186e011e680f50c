import { nanoMxn, parseDecimal } from "@cenote/core";
import * as fc from "fast-check";
import { pesosOf } from "./cost";
import { outputTokensFor, withOutput } from "./output-tokens";
import { testModel } from "./testing/model";
import { pricedModel } from "./testing/priced";

const usageOf = (input: number, output: number) => [
  { unit: "input_token" as const, quantity: BigInt(input), variant: "" },
  { unit: "output_token" as const, quantity: BigInt(output), variant: "" },
];
const pricesOf = (usdInput: string, usdOutput: string) =>
  pricedModel(
    testModel("p/m", "chat", [
      ["input_token", usdInput],
      ["output_token", usdOutput],
    ]),
    "1.05",
  );

const usdEach = fc.integer({ min: 0, max: 99_999 }).map((units) => `0.${String(units).padStart(8, "0")}`);

test("an amount covers as many output tokens as it pays for, and not one more", () => {
  const priced = fc.record({
    usdInput: usdEach,
    usdOutput: usdEach,
    input: fc.nat(2_000_000),
    amount: fc.bigInt(0n, 10n ** 13n),
    milliRate: fc.integer({ min: 1, max: 40_000 }),
  });
  fc.assert(
    fc.property(priced, ({ usdInput, usdOutput, input, amount, milliRate }) => {
      const prices = pricesOf(usdInput, usdOutput);
      const mxnPerUsd = parseDecimal((milliRate / 1000).toFixed(3));
      const cost = (output: number) => pesosOf({ usage: usageOf(input, output), prices, mxnPerUsd });
      const tokens = outputTokensFor(nanoMxn(amount), { usage: usageOf(input, 77), prices, mxnPerUsd });
      if (tokens === undefined) throw new Error("no tokens");
      expect(tokens === 0 || cost(tokens) <= amount).toBe(true);
      expect(tokens === 10_000_000 || cost(tokens + 1) > amount).toBe(true);
      expect(outputTokensFor(cost(1_000), { usage: usageOf(input, 77), prices, mxnPerUsd })).toBeGreaterThanOrEqual(
        1_000,
      );
    }),
    { numRuns: 300 },
  );
});

test("a usage without output tokens has no such number, and stays unchanged", () => {
  const prices = pricedModel(testModel("p/e", "embedding", [["input_token", "0.00000100"]]));
  const usage = usageOf(10, 1).slice(0, 1);
  expect(outputTokensFor(nanoMxn(10n ** 9n), { usage, prices, mxnPerUsd: parseDecimal("20") })).toBeUndefined();
  expect(withOutput(usage, 1)).toBe(usage);
  expect(withOutput(usageOf(10, 900), 1)).toEqual(usageOf(10, 1));
});
