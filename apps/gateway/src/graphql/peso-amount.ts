import { formatMxn, invalidField, parseMxn } from "@cenote/core";

/** The highest budget or threshold that billing accepts: a thousand million pesos. */
const MAX_AMOUNT = parseMxn("1000000000");

/** @param param The argument's name in an error. Errors: invalid_request_error. @returns Nano-pesos. */
export const toNanoMxn = (param: string, text: string): bigint => {
  const amount = pesosOf(text);
  if (amount !== undefined && amount > 0n && amount <= MAX_AMOUNT) return amount;
  throw invalidField(param, `pesos above zero, at most ${formatMxn(MAX_AMOUNT)}, with at most nine decimals.`);
};

const pesosOf = (text: string): bigint | undefined => {
  try {
    return parseMxn(text);
  } catch {
    return undefined;
  }
};
