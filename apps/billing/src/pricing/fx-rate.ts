import { type Decimal, parseDecimal } from "@cenote/core";

export type FxRateSource = "fixed" | "banxico" | "url" | "operator";

export interface FxRate {
  readonly mxnPerUsd: Decimal;
  /** The same as text, as it is stored with every charge. */
  readonly text: string;
  readonly source: FxRateSource;
  /** When the source gave or confirmed it. */
  readonly atMs: number;
}

/** Far from any real rate of the peso; what lies outside is a mistake. */
const MIN_RATE = 0.01;
const MAX_RATE = 10_000;
const MAX_DIGITS = 12;

/** Throws RangeError where the text is no rate that could be meant. */
export const parseRate = (text: string): Decimal => {
  const rate = parseDecimal(text);
  const approximate = Number(text);
  if (rate.scale > MAX_DIGITS || approximate < MIN_RATE || approximate > MAX_RATE) {
    throw new RangeError(
      `not a plausible rate: between ${MIN_RATE} and ${MAX_RATE} with at most ${MAX_DIGITS} digits after the point`,
    );
  }
  return rate;
};
