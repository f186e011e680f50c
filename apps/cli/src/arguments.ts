import { isDay, parseDecimal, parseMxn, type NanoMxn } from "@cenote/core";
import { InvalidArgumentError } from "commander";

const MAX_PAGE_SIZE = 1000;

/** Pesos, to the nano-peso. A wrong form is an error of usage. */
export const readPesos = (text: string): NanoMxn => {
  try {
    return parseMxn(text);
  } catch {
    throw new InvalidArgumentError("Give pesos as plain digits with at most nine after the point, for example 12.50.");
  }
};

/** A rate as plain digits; its value is for the service to judge. */
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
  if (!/^\d+$/.test(text) || size < 1 || size > MAX_PAGE_SIZE) throw new InvalidArgumentError(`Give a whole number from 1 to ${MAX_PAGE_SIZE}.`);
  return size;
};

/** A day in UTC, `YYYY-MM-DD`, that the calendar has. */
export const readDay = (text: string): string => {
  if (!isDay(text)) throw new InvalidArgumentError("Give a day as YYYY-MM-DD.");
  return text;
};

/** `zdr=on` or `zdr=off`. */
export const readSetting = (text: string): { readonly zdr: boolean } => {
  const match = /^zdr=(on|off)$/.exec(text);
  if (match === null) throw new InvalidArgumentError("Give zdr=on or zdr=off.");
  return { zdr: match[1] === "on" };
};
