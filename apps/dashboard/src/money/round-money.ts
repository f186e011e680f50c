import { addMoney } from "./add-money";

/** Decimal places of an amount of one peso or more. */
const CENTS = 2;
/** Digits of an amount below one peso. */
const SIGNIFICANT_DIGITS = 2;

/**
 * An estimate without meaningless digits: rounded to cents, or to two significant digits if it is below one. `up` never
 * rounds down, for upper bounds.
 *
 * @param amount Decimal text, not below zero.
 */
export const roundMoney = (amount: string, way: "nearest" | "up"): string => {
  const [whole = "0", fraction = ""] = amount.split(".");
  const zeros = fraction.search(/[1-9]/);
  const places = /^0+$/.test(whole) && zeros !== -1 ? Math.max(CENTS, zeros + SIGNIFICANT_DIGITS) : CENTS;
  const rest = fraction.slice(places);
  const isRaised = way === "up" ? /[1-9]/.test(rest) : /^[5-9]/.test(rest);
  return addMoney([
    `${whole}.${fraction.slice(0, places)}`.replace(/\.$/, ""),
    isRaised ? `0.${"1".padStart(places, "0")}` : "0",
  ]);
};
