const DAY_MS = 86_400_000;

export const RANGES_DAYS = [7, 30, 90] as const;
export type RangeDays = (typeof RANGES_DAYS)[number];

/** The last days, today among them, as `YYYY-MM-DD` of UTC, which is how usage is counted. */
export const lastDays = (count: number, nowMs: number): readonly string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(nowMs - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
