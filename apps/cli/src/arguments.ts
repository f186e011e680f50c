import { DAY_MS, isDay, parseDecimal, parseMxn, type NanoMxn } from "@cenote/core";
import { InvalidArgumentError } from "commander";

const MAX_PAGE_SIZE = 1000;
/** The largest amount that the service posts in one entry. */
export const MAX_ENTRY: bigint = parseMxn("1000000000");
const TOO_MUCH = "Give at most 1000000000 pesos.";
/** Plain decimals with too many digits for an amount. */
const LONG_AMOUNT = /^-?\d{10,}(\.\d{1,9})?$/;

/** Pesos, to the nano-peso. A malformed amount is a usage error, and so is one that a message can't carry. */
export const readPesos = (text: string): NanoMxn => {
  let amount: NanoMxn;
  try {
    amount = parseMxn(text);
  } catch {
    throw new InvalidArgumentError(
      LONG_AMOUNT.test(text)
        ? TOO_MUCH
        : "Give pesos as plain digits with at most nine after the point, for example 12.50.",
    );
  }
  if (BigInt.asIntN(64, amount) !== amount) throw new InvalidArgumentError(TOO_MUCH);
  return amount;
};

/** Rejects an empty id, as from an unset variable: without an id, each repetition posts another entry. */
export const readEntryId = (text: string): string => {
  if (text.trim() === "") throw new InvalidArgumentError("Give an id, or leave --id out.");
  return text;
};

/** A rate in plain digits; the service validates its value. */
export const readRate = (text: string): string => {
  try {
    parseDecimal(text);
    return text;
  } catch {
    throw new InvalidArgumentError("Give the rate in MXN per USD as plain digits, for example 18.4525.");
  }
};

/** Entries on a page, 1 to 1000. */
export const readPageSize = (text: string): number => {
  const size = Number(text);
  if (!/^\d+$/.test(text) || size < 1 || size > MAX_PAGE_SIZE)
    throw new InvalidArgumentError(`Give a whole number from 1 to ${MAX_PAGE_SIZE}.`);
  return size;
};

/** A calendar day in UTC, `YYYY-MM-DD`. */
export const readDay = (text: string): string => {
  if (!isDay(text)) throw new InvalidArgumentError("Give a day as YYYY-MM-DD.");
  return text;
};

/** A month in UTC, `YYYY-MM`. */
export const readMonth = (text: string): string => {
  if (!isDay(`${text}-01`)) throw new InvalidArgumentError("Give a month as YYYY-MM.");
  return text;
};

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/;

/** A day, which begins at midnight UTC, or a time in UTC. */
export const readTime = (text: string): Date => {
  const at = new Date(text);
  if (!TIME.test(text) || !isDay(text.slice(0, 10)) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError("Give a day as YYYY-MM-DD or a time in UTC as YYYY-MM-DDTHH:MM:SSZ.");
  return at;
};

/** A time in UTC; a day stands for its end. */
export const readEnd = (text: string): Date => {
  const at = readTime(text);
  return isDay(text) ? new Date(at.getTime() + DAY_MS) : at;
};
