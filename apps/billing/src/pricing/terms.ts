import type { PriceUnit } from "@cenote/catalog";
import { createBoundedMap, type Decimal, formatDecimal, invalidRequest, parseDecimal } from "@cenote/core";
import { createModelPrices, type ModelPrices } from "@cenote/pricing";
import type { FxRate, FxRateSource } from "./fx-rate";

/** What a call is held for, and so charged at. */
export interface Terms {
  /** Of the model that is held for. */
  readonly prices: ModelPrices;
  readonly rate: FxRate;
}

/**
 * Terms as text, which whoever makes a call keeps until its end. They are whole: the price list may have changed since,
 * and the process that wrote them may be gone.
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

/** Almost all calls share the terms of a few models at one rate, so these are neither written nor read anew. */
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

/** One that was in force, also under an earlier version, for which rates were plausible that are not now. */
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
