import { isAboveZero, isLess } from "./add-money";

/**
 * What happens if a balance pays this price. A balance above zero starts any call, and the call may take it below zero
 * (`overdrawn`). Any other balance starts only calls that cost nothing.
 *
 * @param available Decimal text, below zero after an overdraft.
 * @param price Decimal text, not below zero.
 */
export const coverOf = (available: string, price: string): "covered" | "overdrawn" | "refused" => {
  if (!isAboveZero(price)) return "covered";
  if (!isAboveZero(available)) return "refused";
  return isLess(available, price) ? "overdrawn" : "covered";
};
