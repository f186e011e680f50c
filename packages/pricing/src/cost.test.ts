import fc from "fast-check";
import { formatDecimal, parseDecimal } from "@cenote/core";
import { costOf, hasPrices, type UsageQuantity } from "./cost";
import { testModel } from "./testing/model";
import { pricedModel } from "./testing/priced";

/** Fraction arithmetic that shares nothing with the code under test. */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const fraction = (text: string): Fraction => {
  const [whole = "", digits = ""] = text.split(".");
  return { numerator: BigInt(whole + digits), denominator: 10n ** BigInt(digits.length) };
};
const times = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});
const plus = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});

const decimalText = (maxWhole: bigint, maxDigits: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: maxWhole }), fc.stringMatching(new RegExp(`^\\d{0,${maxDigits}}$`)))
    .map(([whole, digits]) => (digits === "" ? whole.toString() : `${whole}.${digits}`));

const pricesOf = (prices: Parameters<typeof testModel>[2], markup: string) =>
  pricedModel(testModel("a/b", "chat", prices), markup);
const imagePrices = pricedModel(
  testModel("a/image", "image", [
    ["image", "0.04", "1024x1024"],
    ["image", "0.08", "1024x1024/hd"],
    ["input_image", "0.002"],
  ]),
  "1.05",
);

const quantity = fc.bigInt({ min: 0n, max: 10n ** 9n });

describe("the cost of a call", () => {
  test("is exact in dollars, and rounded once, half up, in pesos: for any price, quantity, markup and rate", () => {
    const prices = fc.tuple(decimalText(100n, 14), decimalText(100n, 14), decimalText(100n, 14));
    fc.assert(
      fc.property(
        prices,
        fc.tuple(quantity, quantity, quantity),
        decimalText(3n, 6),
        decimalText(10_000n, 12),
        (usd, quantities, markup, rate) => {
          const units = ["input_token", "output_token", "cached_input_token"] as const;
          const model = pricesOf(
            units.map((unit, index) => [unit, usd[index] as string]),
            markup,
          );
          const usage: UsageQuantity[] = units.map((unit, index) => ({
            unit,
            quantity: quantities[index] as bigint,
            variant: "",
          }));

          const cost = costOf({ usage, prices: model, mxnPerUsd: parseDecimal(rate) });

          const sum = units
            .map((_, index) =>
              times(fraction(usd[index] as string), { numerator: quantities[index] as bigint, denominator: 1n }),
            )
            .reduce(plus);
          const dollars = times(sum, fraction(markup));
          const told = fraction(cost.costUsd);
          expect(told.numerator * dollars.denominator).toBe(dollars.numerator * told.denominator);
          const pesos = times(dollars, fraction(rate));
          // floor(2x + 1) / 2 rounds a half up.
          expect(cost.costMxn).toBe((pesos.numerator * 10n ** 9n * 2n + pesos.denominator) / (2n * pesos.denominator));
        },
      ),
    );
  });

  test("differs between dollars and pesos by exactly the rate, up to the one rounding", () => {
    const model = pricesOf(
      [
        ["input_token", "0.00000015"],
        ["output_token", "0.0000006"],
      ],
      "1.05",
    );
    const usage: UsageQuantity[] = [
      { unit: "input_token", quantity: 1_200n, variant: "" },
      { unit: "output_token", quantity: 300n, variant: "" },
    ];
    expect(costOf({ usage, prices: model, mxnPerUsd: parseDecimal("20") })).toEqual({
      costUsd: "0.000378",
      costMxn: 7_560_000n,
    });
    expect(costOf({ usage, prices: model, mxnPerUsd: parseDecimal("17.4321") })).toEqual({
      costUsd: "0.000378",
      costMxn: 6_589_334n,
    });
  });

  test("rounds half a nano-peso up, and rounds the sum rather than each line", () => {
    const model = pricesOf(
      [
        ["input_token", "0.0000000005"],
        ["output_token", "0.0000000005"],
      ],
      "1",
    );
    const one: UsageQuantity[] = [{ unit: "input_token", quantity: 1n, variant: "" }];
    const both: UsageQuantity[] = [...one, { unit: "output_token", quantity: 1n, variant: "" }];
    expect(costOf({ usage: one, prices: model, mxnPerUsd: parseDecimal("1") }).costMxn).toBe(1n);
    expect(costOf({ usage: both, prices: model, mxnPerUsd: parseDecimal("1") }).costMxn).toBe(1n);
  });

  test("counts cache reads and writes at the input price if they have none of their own", () => {
    const model = pricesOf(
      [
        ["input_token", "0.01"],
        ["output_token", "0.03"],
      ],
      "1",
    );
    const usage: UsageQuantity[] = [
      { unit: "cached_input_token", quantity: 2n, variant: "" },
      { unit: "cache_write_token", quantity: 3n, variant: "" },
    ];
    expect(costOf({ usage, prices: model, mxnPerUsd: parseDecimal("1") }).costUsd).toBe("0.05");
  });

  test("of images is by their row of the table; a missing row is an error, never free", () => {
    const of = (variant: string) =>
      costOf({ usage: [{ unit: "image", quantity: 2n, variant }], prices: imagePrices, mxnPerUsd: parseDecimal("20") });
    expect(of("1024x1024/hd")).toEqual({ costUsd: "0.168", costMxn: 3_360_000_000n });
    expect(of("1024x1024").costUsd).toBe("0.084");
    expect(() => of("512x512")).toThrow(
      expect.objectContaining({
        code: "invalid_request_error",
        param: "usage",
        message: "a/image has no price for image 512x512.",
      }),
    );
    expect(() => of("")).toThrow(expect.objectContaining({ message: "a/image has no price for image." }));
    const isPriced = (variant: string, quantity: bigint) =>
      hasPrices([{ unit: "image", quantity, variant }], imagePrices);
    expect([isPriced("1024x1024", 1n), isPriced("512x512", 1n), isPriced("512x512", 0n)]).toEqual([true, false, true]);
  });

  test("of edited images is that of the images made, and of those given once for each of them", () => {
    const usage = [
      { unit: "image", quantity: 3n, variant: "1024x1024" },
      { unit: "input_image", quantity: 6n, variant: "" },
    ] as const;
    expect(costOf({ usage, prices: imagePrices, mxnPerUsd: parseDecimal("20") }).costUsd).toBe("0.1386");
  });

  test("of a variant without a row of its own is by the row for all of them, in whatever order they stand", () => {
    const rows = [
      ["second", "0.1"],
      ["second", "0.3", "1080p"],
    ] as const;
    for (const table of [rows, rows.toReversed()]) {
      const prices = pricedModel(testModel("a/video", "video", table), "1");
      const of = (variant: string) =>
        costOf({ usage: [{ unit: "second", quantity: 2n, variant }], prices, mxnPerUsd: parseDecimal("1") }).costUsd;
      expect([of("1080p"), of("720p"), of("")]).toEqual(["0.6", "0.2", "0.2"]);
    }
  });

  test("of a size whose qualities have prices each is that of the usual one, as media asks that knows none of them", () => {
    const rows = [
      ["image", "0.007", "1024x1024/low"],
      ["image", "0.053", "1024x1024/medium"],
      ["image", "0.08", "1536x1024/hd"],
      ["image", "0.04", "1536x1024/standard"],
      ["image", "0.01", "1536x10240/low"],
    ] as const;
    const prices = pricedModel(testModel("a/image", "image", rows), "1");
    const of = (variant: string) =>
      costOf({ usage: [{ unit: "image", quantity: 1n, variant }], prices, mxnPerUsd: parseDecimal("1") }).costUsd;
    expect([of("1024x1024"), of("1536x1024"), of("1024x1024/medium")]).toEqual(["0.007", "0.04", "0.053"]);
    for (const variant of ["1024x1024/max", "1024x1536", "1024", ""])
      expect(() => of(variant)).toThrow(expect.objectContaining({ code: "invalid_request_error", param: "usage" }));
  });

  test("needs no price for unused units", () => {
    expect(
      costOf({
        usage: [{ unit: "second", quantity: 0n, variant: "" }],
        prices: imagePrices,
        mxnPerUsd: parseDecimal("20"),
      }).costMxn,
    ).toBe(0n);
    expect(formatDecimal(imagePrices.markup)).toBe("1.05");
  });
});
