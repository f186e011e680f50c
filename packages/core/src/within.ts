import { type Clock, sleep } from "./clock";

/**
 * Waits for work for at most `limitMs`; the work itself goes on. @returns Its result; undefined if it takes longer or
 * fails. The failure is not reported here.
 */
export const within = async <Outcome>(
  clock: Clock,
  limitMs: number,
  work: Promise<Outcome>,
): Promise<Outcome | undefined> => {
  const waiting = new AbortController();
  try {
    return await Promise.race([work, sleep(clock, limitMs, waiting.signal).then(() => undefined)]);
  } catch {
    // Whoever does the work reports its failure.
    return undefined;
  } finally {
    waiting.abort();
  }
};
