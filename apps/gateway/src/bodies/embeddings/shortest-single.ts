/** This many digits identify every 32-bit float. */
const MAX_DIGITS = 9;
/**
 * Each decimal of this many digits reads as a 32-bit float of its own. Shorter results need no attempt of their own,
 * because trailing zeros are not printed.
 */
const FIRST_DIGITS = 6;

/**
 * Between these, one multiplication and one division by a power of ten give the decimal: true for nearly all numbers of
 * a vector.
 */
const MIN_SCALED = 1e-5;
const MAX_SCALED = 1e3;

const POWERS_OF_TEN = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

const scaled = (single: number, magnitude: number): number => {
  const exponent = Math.floor(Math.log10(magnitude));
  for (let digits = FIRST_DIGITS; digits <= MAX_DIGITS; digits += 1) {
    const power = POWERS_OF_TEN[digits - 1 - exponent] as number;
    const decimal = Math.round(single * power) / power;
    if (Math.fround(decimal) === single) return decimal;
  }
  return single;
};

/**
 * The shortest decimal that reads as the same 32-bit float. For example, 0.1 instead of 0.10000000149011612, which is
 * the nearest 32-bit float as a double. Pure.
 */
export const shortestSingle = (single: number): number => {
  const magnitude = Math.abs(single);
  if (magnitude >= MIN_SCALED && magnitude < MAX_SCALED) return scaled(single, magnitude);
  for (let digits = FIRST_DIGITS; digits < MAX_DIGITS; digits += 1) {
    const decimal = Number(single.toPrecision(digits));
    if (Math.fround(decimal) === single) return decimal;
  }
  return Number(single.toPrecision(MAX_DIGITS));
};
