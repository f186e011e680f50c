import { isLess } from "../../money/add-money";

export interface Terms {
  /** Pesos, decimal text. */
  readonly minimum: string;
  readonly maximum: string;
}

const SUGGESTED = ["100", "200", "500", "1000", "2000", "5000"] as const;
const SHOWN = 4;
const PESOS = /^\d{1,9}(\.\d{1,2})?$/;

const isWithin = (amount: string, { minimum, maximum }: Terms): boolean =>
  !isLess(amount, minimum) && !isLess(maximum, amount);

/** Round amounts within the terms; the minimum if none of them is. */
export const suggestedAmounts = (terms: Terms): readonly string[] => {
  const fitting = SUGGESTED.filter((amount) => isWithin(amount, terms)).slice(0, SHOWN);
  return fitting.length === 0 ? [terms.minimum] : fitting;
};

/** @returns The fault of a typed amount; undefined if it may be paid in. */
export const faultOfAmount = (typed: string, terms: Terms): string | undefined => {
  const amount = typed.trim();
  return PESOS.test(amount) && isWithin(amount, terms)
    ? undefined
    : `An amount from ${terms.minimum} to ${terms.maximum} pesos, with at most two decimals.`;
};
