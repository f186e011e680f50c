import { formatMxn, invalidRequest, parseMxn } from "@cenote/core";

/** The highest budget that billing accepts: a thousand million pesos. */
const MAX_BUDGET = parseMxn("1000000000");

/** @param param The argument's name in an error. Errors: invalid_request_error. @returns Nano-pesos. */
export const toBudget = (param: string, text: string): bigint => {
  const budget = pesosOf(text);
  if (budget !== undefined && budget > 0n && budget <= MAX_BUDGET) return budget;
  throw invalidRequest(
    param,
    `${param}: pesos above zero, at most ${formatMxn(MAX_BUDGET)}, with at most nine decimals.`,
  );
};

const pesosOf = (text: string): bigint | undefined => {
  try {
    return parseMxn(text);
  } catch {
    return undefined;
  }
};
