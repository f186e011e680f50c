import type { PriceUnit } from "@cenote/catalog";
import { createBoundedMap, type Decimal, formatDecimal, invalidRequest, parseDecimal } from "@cenote/core";
import { createModelPrices, type ModelPrices } from "@cenote/pricing";
import type { FxRate, FxRateSource } from "./fx-rate";

/** Prices and rate at which a call is held, and charged. */
export interface Terms {
  /** Of the held model. */
  readonly prices: ModelPrices;
  readonly rate: FxRate;
}

/**
 * Terms as text, which the maker of a call keeps until its end. Self-contained, because the price list may have changed
 * meanwhile, and the process that wrote them may be gone.
 */
export interface TermsText {
  write(terms: Terms): string;
  /** Errors: invalid_request_error. */
  read(text: string): Terms;
}

type TermsCells = readonly [
  model: string,
  version: string,
  markup: string,
  rate: readonly [mxnPerUsd: string, source: FxRateSource, atMs: number],
  prices: readonly (readonly [unit: PriceUnit, variant: string, usdEach: string])[],
];

/** Cached terms: almost all calls share those of a few models at one rate. */
const REMEMBERED = 256;

export const createTermsText = (): TermsText => {
  const written = new WeakMap<ModelPrices, { readonly rate: FxRate; readonly text: string }>();
  const known = createBoundedMap<Terms>(REMEMBERED);
  return {
    write({ prices, rate }) {
      const before = written.get(prices);
      if (before?.rate === rate) return before.text;
      const text = JSON.stringify(toCells({ prices, rate }));
      written.set(prices, { rate, text });
      return text;
    },
    read(text) {
      const before = known.get(text);
      if (before !== undefined) return before;
      const terms = parse(text);
      known.set(text, terms);
      return terms;
    },
  };
};

const toCells = ({ prices: { id, version, markupText, prices }, rate }: Terms): TermsCells => [
  id,
  version,
  markupText,
  [rate.text, rate.source, rate.atMs],
  prices.map(({ unit, variant, usdEach }) => [unit, variant, formatDecimal(usdEach)]),
];

const parse = (text: string): Terms => {
  try {
    return fromCells(JSON.parse(text) as TermsCells);
  } catch {
    throw invalidRequest("terms", "`terms` are not those of an admission.");
  }
};

/** A rate that was in force. Not checked for plausibility, because earlier versions accepted more rates. */
const admittedRate = (text: string): Decimal => {
  const rate = parseDecimal(text);
  if (rate.units <= 0n) throw new RangeError("no rate");
  return rate;
};

const fromCells = ([id, version, markup, [mxnPerUsd, source, atMs], prices]: TermsCells): Terms => ({
  prices: createModelPrices({
    id,
    version,
    markup: parseDecimal(markup),
    prices: prices.map(([unit, variant, usdEach]) => ({ unit, variant, usdEach: parseDecimal(usdEach) })),
  }),
  rate: { mxnPerUsd: admittedRate(mxnPerUsd), text: mxnPerUsd, source, atMs },
});
