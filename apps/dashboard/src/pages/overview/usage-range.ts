const DAY_MS = 86_400_000;

export const RANGES_DAYS = [7, 30, 90] as const;
export type RangeDays = (typeof RANGES_DAYS)[number];

/** The last days including today, as `YYYY-MM-DD`, UTC: the server counts usage by UTC days. */
export const lastDays = (count: number, nowMs: number): readonly string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(nowMs - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );

/** RFC 3339. */
export const startOfDay = (day: string): string => `${day}T00:00:00Z`;
