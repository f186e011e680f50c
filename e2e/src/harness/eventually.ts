import { setTimeout as pause } from "node:timers/promises";

const EVERY_MS = 50;
const LIMIT_MS = 60_000;

/** What `find` comes up with, asked again until it is not undefined. Throws after the limit, a minute where none is given. */
export const eventually = async <Found>(what: string, find: () => Promise<Found | undefined>, limitMs = LIMIT_MS): Promise<Found> => {
  const deadlineMs = performance.now() + limitMs;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > deadlineMs) throw new Error(`still waiting after ${limitMs / 1000} s: ${what}`);
    await pause(EVERY_MS);
  }
};
