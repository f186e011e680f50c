/** @param at RFC 3339. @param locale Default: the browser's. */
export const formatInstant = (at: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" }).format(new Date(at));

/** The same without seconds. */
export const formatMinute = (at: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));

/** @param day `YYYY-MM-DD`, UTC. It is not converted to local time. */
export const formatDay = (day: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

const SECOND_MS = 1000;

/** `840 ms` or `1.25 s`, in the locale's format. */
export const formatDuration = (durationMs: number, locale?: string): string =>
  durationMs < SECOND_MS
    ? new Intl.NumberFormat(locale, { style: "unit", unit: "millisecond", maximumFractionDigits: 0 }).format(durationMs)
    : new Intl.NumberFormat(locale, { style: "unit", unit: "second", maximumFractionDigits: 2 }).format(
        durationMs / SECOND_MS,
      );
