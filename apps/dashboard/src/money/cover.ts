import { isAboveZero, isLess } from "./add-money";

/**
 * What a balance makes of a call with this price. A balance above zero starts any call, and may fall below zero by it
 * (`overdrawn`); any other starts only what costs nothing.
 *
 * @param available Decimal text, below zero after an overdraft.
 * @param price Decimal text, not below zero.
 */
export const coverOf = (available: string, price: string): "covered" | "overdrawn" | "refused" => {
  if (!isAboveZero(price)) return "covered";
  if (!isAboveZero(available)) return "refused";
  return isLess(available, price) ? "overdrawn" : "covered";
};
