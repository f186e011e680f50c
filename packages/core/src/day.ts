export const DAY_MS = 24 * 60 * 60 * 1_000;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The beginning of a day, `YYYY-MM-DD`, in UTC: milliseconds since 1970. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The day of a time, in UTC, as `YYYY-MM-DD`. */
export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** Whether the text is an existing day, as `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => {
  const atMs = DAY.test(text) ? startOfDay(text) : Number.NaN;
  // Date.parse reads February 30th as a day in March.
  return !Number.isNaN(atMs) && dayOf(atMs) === text;
};
