const MINUTE_MS = 60_000;
/** `2026-12-31T23:59` */
const LENGTH = 16;

/**
 * The value of a `datetime-local` input: in the browser's time zone, without seconds; empty if it is not a valid time.
 * @param at RFC 3339.
 */
export const toLocalMinute = (at: string): string => {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return "";
  return new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, LENGTH);
};

/**
 * The last minute of a `datetime-local` input: browsers also accept years with more digits, which `Date` can't read.
 */
export const LAST_LOCAL_MINUTE = "9999-12-31T23:59";

/** The time of a `datetime-local` input, as RFC 3339; empty if it is incomplete or unreadable. */
export const fromLocalMinute = (local: string): string => {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? "" : time.toISOString();
};
