/**
 * An exact decimal number: `units` / 10^`scale`. Prices, markups, exchange rates and costs are products of decimals, so
 * all of them are exact in this form.
 */
export interface Decimal {
  readonly units: bigint;
  /** Digits after the point, 0 or more. */
  readonly scale: number;
}

const DECIMAL = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/;

/** Parses `12`, `0.15`, `-3.50`. Throws RangeError for anything else, exponents included. */
export const parseDecimal = (text: string): Decimal => {
  const match = DECIMAL.exec(text);
  if (match === null) throw new RangeError(`not a decimal number: ${JSON.stringify(text)}`);
  const [, sign, whole, fraction = ""] = match;
  const units = BigInt(`${whole ?? ""}${fraction}`);
  return { units: sign === "-" ? -units : units, scale: fraction.length };
};

export const decimalOf = (units: bigint, scale = 0): Decimal => ({ units, scale });

export const multiply = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale });

/** A table, because computing the power would double the cost of the rescaling that every call does. */
const POWERS_OF_TEN: readonly bigint[] = Array.from({ length: 64 }, (_, digits) => 10n ** BigInt(digits));

const powerOfTen = (digits: number): bigint => POWERS_OF_TEN[digits] ?? 10n ** BigInt(digits);

const rescale = (value: Decimal, scale: number): bigint =>
  value.scale === scale ? value.units : value.units * powerOfTen(scale - value.scale);

export const add = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale);
  return { units: rescale(a, scale) + rescale(b, scale), scale };
};

export const subtract = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale);
  return { units: rescale(a, scale) - rescale(b, scale), scale };
};

/** Whether `a` is above `b`. */
export const isMore = (a: Decimal, b: Decimal): boolean => subtract(a, b).units > 0n;

/** `a` / `b`, neither below zero, rounded down to an integer. Throws RangeError if `b` is 0. */
export const floorDivide = (a: Decimal, b: Decimal): bigint => {
  const scale = Math.max(a.scale, b.scale);
  return rescale(a, scale) / rescale(b, scale);
};

/** Divides by 10^`digits`, exactly. */
export const shiftRight = (value: Decimal, digits: number): Decimal => ({
  units: value.units,
  scale: value.scale + digits,
});

/** Rounds to `scale` digits after the point, halves away from zero. */
export const roundHalfUp = (value: Decimal, scale: number): Decimal => {
  if (value.scale <= scale) return { units: rescale(value, scale), scale };
  const divisor = powerOfTen(value.scale - scale);
  const magnitude = value.units < 0n ? -value.units : value.units;
  const rounded = (magnitude + divisor / 2n) / divisor;
  return { units: value.units < 0n ? -rounded : rounded, scale };
};

/** Plain digits without an exponent or trailing zeros: `0.0000315`. Also a valid JSON number. */
export const formatDecimal = (value: Decimal): string => {
  const negative = value.units < 0n;
  const digits = (negative ? -value.units : value.units).toString().padStart(value.scale + 1, "0");
  const point = digits.length - value.scale;
  let end = digits.length;
  while (end > point && digits[end - 1] === "0") end--;
  const whole = digits.slice(0, point);
  const text = end === point ? whole : `${whole}.${digits.slice(point, end)}`;
  return negative && text !== "0" ? `-${text}` : text;
};

/** Matches what `formatDecimal` prints for numbers that are not negative. */
const SHORTEST = /^(?:0|[1-9]\d{0,29})(?:\.\d{0,29}[1-9])?$/;

/** The text of a decimal as `formatDecimal` prints it. Throws RangeError if it is not a decimal. */
export const shortestDecimal = (text: string): string =>
  SHORTEST.test(text) ? text : formatDecimal(parseDecimal(text));
