export const DAY_MS = 24 * 60 * 60 * 1_000;

/** Unix milliseconds of the beginning of `YYYY-MM-DD`, in UTC. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);
