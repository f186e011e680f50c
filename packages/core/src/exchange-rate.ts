import { type Decimal, parseDecimal } from "./decimal";

/** No real rate of the peso is near these bounds. A rate outside them is a mistake, such as dollars for one peso. */
const MIN_RATE = 1;
const MAX_RATE = 10_000;
export const EXCHANGE_RATE_DIGITS = 12;

/** Ends the sentence "must be ...". */
export const EXCHANGE_RATE_BOUNDS = `between ${MIN_RATE} and ${MAX_RATE} with at most ${EXCHANGE_RATE_DIGITS} digits after the point`;

/** Parses a rate in pesos for one US dollar. Throws RangeError if it is not a decimal, or outside the bounds. */
export const parseExchangeRate = (text: string): Decimal => {
  const rate = parseDecimal(text);
  const approximate = Number(text);
  if (rate.scale > EXCHANGE_RATE_DIGITS || approximate < MIN_RATE || approximate > MAX_RATE)
    throw new RangeError(`not a plausible rate: ${EXCHANGE_RATE_BOUNDS}`);
  return rate;
};
