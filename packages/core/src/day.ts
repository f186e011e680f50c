const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether it is an existing day, as `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => {
  const atMs = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse takes February 30th for a day in March.
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
};
