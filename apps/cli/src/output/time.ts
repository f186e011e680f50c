/** RFC 3339 in UTC, or null if absent. */
export const formatTime = (at: Date | undefined): string | null => at?.toISOString() ?? null;

/** The same to the second, for a person. */
export const formatTimeShort = (at: Date | undefined): string =>
  at
    ?.toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, "Z") ?? "-";
