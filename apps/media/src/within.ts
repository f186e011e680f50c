import { type Clock, sleep } from "@cenote/core";

/** Waits for work, but no longer than `limitMs`: it goes on by itself then. Failures are not told here. */
export const within = async (clock: Clock, limitMs: number, work: Promise<unknown>): Promise<void> => {
  const waiting = new AbortController();
  try {
    await Promise.race([work, sleep(clock, limitMs, waiting.signal)]);
  } catch {
    // Whoever does the work tells what went wrong with it.
  } finally {
    waiting.abort();
  }
};
