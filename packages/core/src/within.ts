import { type Clock, sleep } from "./clock";

/**
 * Waits at most `limitMs` for work, which continues after that. @returns Its result; undefined if it takes longer or
 * fails. Unlike `answeredWithin` this never rejects.
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
    // The owner of the work reports its failure.
    return undefined;
  } finally {
    waiting.abort();
  }
};
