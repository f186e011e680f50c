import { isDeepStrictEqual } from "node:util";
import type { Catalog } from "./types";

/** What a running process has been built upon, by its key in `cenote.yaml`: an edit of it holds from the next start on. The schema marks the same keys. */
export const READ_AT_START: Readonly<Record<string, (catalog: Catalog) => unknown>> = {
  // What was stored in one place is not looked for in another.
  storage: ({ storage }) => storage,
};

/** @returns Keys whose value waits for the next start. */
export const keysForNextStart = (started: Catalog, now: Catalog): string[] =>
  Object.entries(READ_AT_START).filter(([, valueOf]) => !isDeepStrictEqual(valueOf(started), valueOf(now))).map(([key]) => key);
