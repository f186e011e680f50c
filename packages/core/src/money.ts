import { type Decimal, formatDecimal, parseDecimal, roundHalfUp, subtract } from "./decimal";

/** Nano-pesos: 1 MXN = 1 000 000 000. Money is stored, added and compared only in this form. */
export type NanoMxn = bigint & { readonly __unit: "nano-peso" };

const NANO_DIGITS = 9;

export const nanoMxn = (units: bigint): NanoMxn => units as NanoMxn;

export const ZERO_MXN = nanoMxn(0n);

/** Parses pesos, `12.5`. Throws RangeError if the text is not a decimal, or finer than a nano-peso. */
export const parseMxn = (pesos: string): NanoMxn => {
  const value = parseDecimal(pesos);
  const rounded = roundHalfUp(value, NANO_DIGITS);
  if (subtract(value, rounded).units !== 0n) throw new RangeError(`finer than a nano-peso: ${JSON.stringify(pesos)}`);
  return nanoMxn(rounded.units);
};

/** Rounds an exact amount of pesos to nano-pesos, halves away from zero. */
export const roundToNanoMxn = (pesos: Decimal): NanoMxn => nanoMxn(roundHalfUp(pesos, NANO_DIGITS).units);

/** Exact pesos, `0.00315`. */
export const formatMxn = (amount: bigint): string => formatDecimal({ units: amount, scale: NANO_DIGITS });
