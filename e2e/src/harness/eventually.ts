import { setTimeout as pause } from "node:timers/promises";
import { PATIENCE_MS } from "./limits";

const EVERY_MS = 50;

type Look<Found> = Found | undefined | false;

/** Calls `find` until its result is neither undefined nor false. Throws if that takes too long. */
export const eventually = async <Found>(
  what: string,
  find: () => Look<Found> | Promise<Look<Found>>,
): Promise<Found> => {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadlineMs) throw new Error(`still waiting after ${PATIENCE_MS / 1000} s: ${what}`);
    await pause(EVERY_MS);
  }
};
