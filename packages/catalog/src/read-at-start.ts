import { isDeepStrictEqual } from "node:util";
import type { Catalog } from "./types";

/**
 * Settings that a running process is built on, by their key in `cenote.yaml`: an edit takes effect at the next start.
 * The schema marks the same keys.
 */
export const READ_AT_START: Readonly<Record<string, (catalog: Catalog) => unknown>> = {
  // Files stored in one place would not be looked for in another.
  storage: ({ storage }) => storage,
};

/** @returns Keys whose value waits for the next start. */
export const keysForNextStart = (started: Catalog, now: Catalog): string[] =>
  Object.entries(READ_AT_START)
    .filter(([, valueOf]) => !isDeepStrictEqual(valueOf(started), valueOf(now)))
    .map(([key]) => key);
