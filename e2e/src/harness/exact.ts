import { FX_RATE, MARKUP } from "./cenote-yaml";

/** A fraction, computed independently of the product's arithmetic. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const NANO = 1_000_000_000n;

export const fraction = (decimal: string): Fraction => {
  const [whole = "", digits = ""] = decimal.split(".");
  return { over: BigInt(whole + digits), under: 10n ** BigInt(digits.length) };
};

export const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under });

const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
});

export const equal = (a: Fraction, b: Fraction): boolean => a.over * b.under === b.over * a.under;

/** Nano-pesos, rounding halves up. For amounts of zero or more. */
const toNano = ({ over, under }: Fraction): bigint => (over * NANO * 2n + under) / (under * 2n);

/** Signed pesos as the tool prints them, converted to nano-pesos. */
export const nanoOf = (pesos: string): bigint => {
  const negative = pesos.startsWith("-");
  const { over, under } = fraction(negative ? pesos.slice(1) : pesos);
  if ((over * NANO) % under !== 0n) throw new Error(`finer than a nano-peso: ${pesos}`);
  return ((negative ? -1n : 1n) * over * NANO) / under;
};

/** The digits of a number field exactly as in the JSON text. */
export const digitsOf = (json: string, field: string): string => {
  const found = [...json.matchAll(new RegExp(`"${field}":\\s*(-?\\d+(?:\\.\\d+)?)(?=[,}\\s])`, "g"))];
  const [match] = found;
  if (found.length !== 1 || match?.[1] === undefined)
    throw new Error(`${found.length} plain decimal numbers named ${field} in ${json}`);
  return match[1];
};

export interface Priced {
  readonly quantity: number;
  /** US dollars per million, before markup. */
  readonly perMillion: string;
}

export interface Cost {
  readonly usd: Fraction;
  readonly nanoMxn: bigint;
}

/** The cost of a call: exact in dollars, rounded once in pesos. */
export const expectedCost = (lines: readonly Priced[], fxRate: string = FX_RATE): Cost => {
  const upstream = lines
    .map(({ quantity, perMillion }) => times({ over: BigInt(quantity), under: 1_000_000n }, fraction(perMillion)))
    .reduce(plus, { over: 0n, under: 1n });
  const usd = times(upstream, fraction(MARKUP));
  return { usd, nanoMxn: toNano(times(usd, fraction(fxRate))) };
};

const MILLION = 1_000_000;

/** The cost of a number of images, or of seconds of video, at a price in US dollars. */
export const mediaCost = (count: number, priceUsd: string): Cost =>
  expectedCost([{ quantity: count * MILLION, perMillion: priceUsd }]);

/** Checks both costs in a JSON text to the digit. @returns The charge in nano-pesos. */
export const expectCost = (json: string, { usd, nanoMxn }: Cost): bigint => {
  expect(equal(fraction(digitsOf(json, "cost_usd")), usd)).toBe(true);
  expect(nanoOf(digitsOf(json, "cost_mxn"))).toBe(nanoMxn);
  return nanoMxn;
};
