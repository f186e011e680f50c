/** Every single has a decimal that reads as it with no more digits than these. */
const MAX_DIGITS = 9;
/** Every decimal of so many digits is the only one that reads as its single. Fewer come out by themselves, as zeros at the end. */
const FIRST_DIGITS = 6;

/** Where one multiplication and one division by a power of ten give the decimal exactly: nearly all of a vector's numbers. */
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
 * The number whose digits say no more than a single holds: 0.1 for the single next to it, which as a double is
 * 0.10000000149011612. Reads as the same single. Pure.
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
