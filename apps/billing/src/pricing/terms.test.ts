import { parseDecimal } from "@cenote/core";
import { createModelPrices } from "@cenote/pricing";
import type { FxRate } from "./fx-rate";
import { createTermsText, type Terms } from "./terms";

const rate: FxRate = {
  mxnPerUsd: parseDecimal("17.4321"),
  text: "17.4321",
  source: "banxico",
  atMs: 1_700_000_000_000,
};
const pricesOf = (usdEach: string, version: string) =>
  createModelPrices({
    id: "openai/image",
    version,
    markup: parseDecimal("1.05"),
    prices: [
      { unit: "image", variant: "1024x1024", usdEach: parseDecimal(usdEach) },
      { unit: "image", variant: "1024x1024/hd", usdEach: parseDecimal("0.08") },
    ],
  });
const prices = pricesOf("0.04", "v1");

/** What the next process reads. */
const reread = (terms: Terms): Terms => createTermsText().read(createTermsText().write(terms));

test("terms are the same in whatever process they are read", () => {
  expect(reread({ prices, rate })).toEqual({ prices, rate });
});

test("a call is charged at the rate of its admission, also if that is no longer a plausible one", () => {
  const low = { ...rate, mxnPerUsd: parseDecimal("0.05"), text: "0.05" };
  expect(reread({ prices, rate: low })).toEqual({ prices, rate: low });
});

test("terms are written as they are now: at a new rate, and for a new price list", () => {
  const text = createTermsText();
  const first = text.write({ prices, rate });
  expect(text.write({ prices, rate })).toBe(first);
  const next = { ...rate, mxnPerUsd: parseDecimal("40"), text: "40" };
  expect(text.read(text.write({ prices, rate: next })).rate).toEqual(next);
  const dearer = pricesOf("0.5", "v2");
  expect(text.read(text.write({ prices: dearer, rate }))).toEqual({ prices: dearer, rate });
  expect(text.read(first)).toEqual({ prices, rate });
});

test.each([
  "",
  "terms",
  "null",
  "[]",
  '["openai/image"]',
  '["openai/image","v1","much",["20","fixed",7],[]]',
  '["openai/image","v1","1.05",["0","fixed",7],[]]',
  '["openai/image","v1","1.05",["20","fixed",7],[["image","","free"]]]',
])("what no admission gave is refused: %p", (text) => {
  expect(() => createTermsText().read(text)).toThrow(
    expect.objectContaining({ code: "invalid_request_error", param: "terms" }),
  );
});
