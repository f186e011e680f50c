import { type Clock, sleep } from "./clock";

/** Waits for work, but no longer than `limitMs`: it goes on by itself then. @returns What came of it; undefined where it takes longer or failed, which is not told here. */
export const within = async <Outcome>(clock: Clock, limitMs: number, work: Promise<Outcome>): Promise<Outcome | undefined> => {
  const waiting = new AbortController();
  try {
    return await Promise.race([work, sleep(clock, limitMs, waiting.signal).then(() => undefined)]);
  } catch {
    // Whoever does the work tells what went wrong with it.
    return undefined;
  } finally {
    waiting.abort();
  }
};
