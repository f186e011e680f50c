export const PERIODS = [
  { name: "hour", label: "Last hour" },
  { name: "today", label: "Today" },
  { name: "week", label: "Last 7 days" },
] as const;

export type Period = (typeof PERIODS)[number]["name"];

const HOUR_MS = 3_600_000;
const DAYS_OF_WEEK = 7;

/** When it begins, RFC 3339. Days begin at midnight in the browser's time zone. */
export const startOfPeriod = (period: Period, nowMs: number): string => {
  if (period === "hour") return new Date(nowMs - HOUR_MS).toISOString();
  const day = new Date(nowMs);
  day.setHours(0, 0, 0, 0);
  if (period === "week") day.setDate(day.getDate() - (DAYS_OF_WEEK - 1));
  return day.toISOString();
};
