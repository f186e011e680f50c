import { isDeepStrictEqual } from "node:util";
import type { Catalog } from "./types";

/**
 * Settings that are read only at the start of a process, by their key in `cenote.yaml`. The schema marks the same keys.
 */
export const READ_AT_START: Readonly<Record<string, (catalog: Catalog) => unknown>> = {
  // A file stored in one place is not looked for in another.
  storage: ({ storage }) => storage,
};

/** @returns Keys whose new value takes effect at the next start. */
export const keysForNextStart = (started: Catalog, now: Catalog): string[] =>
  Object.entries(READ_AT_START)
    .filter(([, valueOf]) => !isDeepStrictEqual(valueOf(started), valueOf(now)))
    .map(([key]) => key);
