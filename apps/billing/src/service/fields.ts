import { invalidRequest, isDay, nanoMxn, type NanoMxn, parseUuid, REQUEST_ID } from "@cenote/core";

const MAX_PAGE_SIZE = 1_000;
const DEFAULT_PAGE_SIZE = 100;
const MAX_CURSOR_LENGTH = 200;

// Each function throws invalid_request_error with the field's path in the request, spelt as in the proto file.

/** @returns The canonical form of the id. */
export const requireUuid = (param: string, value: string): string => {
  const id = parseUuid(value);
  if (id === undefined) throw invalidRequest(param, `\`${param}\` is not a UUID.`);
  return id;
};

export const requireRequestId = (param: string, value: string): string => {
  if (!REQUEST_ID.test(value))
    throw invalidRequest(param, `\`${param}\` is not \`req_\` and 24 hexadecimal characters.`);
  return value;
};

export const requireMessage = <T>(param: string, value: T | undefined): T => {
  if (value === undefined) throw invalidRequest(param, `\`${param}\` is missing.`);
  return value;
};

export const requireText = (param: string, value: string, maxLength: number): string => {
  if (value.length > maxLength) throw invalidRequest(param, `\`${param}\` has more than ${maxLength} characters.`);
  return value;
};

export const requireWithin = (
  param: string,
  value: number,
  { min, max }: { readonly min: number; readonly max: number },
): number => {
  if (value < min || value > max) throw invalidRequest(param, `\`${param}\` is not between ${min} and ${max}.`);
  return value;
};

export const requirePositiveAmount = (param: string, value: bigint, max: NanoMxn): NanoMxn => {
  if (value <= 0n || value > max) throw invalidRequest(param, `\`${param}\` is not above 0 and at most ${max}.`);
  return nanoMxn(value);
};

/** Signed. */
export const requireChange = (param: string, value: bigint, max: NanoMxn): NanoMxn => {
  if (value === 0n || value > max || value + max < 0n)
    throw invalidRequest(param, `\`${param}\` is 0, or not between -${max} and ${max}.`);
  return nanoMxn(value);
};

/** A day of the calendar, `YYYY-MM-DD`. */
export const requireDay = (param: string, value: string): string => {
  if (!isDay(value)) throw invalidRequest(param, `\`${param}\` is not a day, YYYY-MM-DD.`);
  return value;
};

export interface Page {
  readonly size: number;
  /** Empty for the first page. */
  readonly cursor: string;
}

export const readPage = (page: { readonly size: number; readonly cursor: string } | undefined): Page => {
  const { size, cursor } = page ?? { size: 0, cursor: "" };
  return {
    size: requireWithin("page.size", size, { min: 0, max: MAX_PAGE_SIZE }) || DEFAULT_PAGE_SIZE,
    cursor: requireText("page.cursor", cursor, MAX_CURSOR_LENGTH),
  };
};
