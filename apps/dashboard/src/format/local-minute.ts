const MINUTE_MS = 60_000;
/** `2026-12-31T23:59` */
const LENGTH = 16;

/** The value of a `datetime-local` input: browser's time zone, without seconds; empty if it is no time. @param at RFC 3339. */
export const toLocalMinute = (at: string): string => {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return "";
  return new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, LENGTH);
};
