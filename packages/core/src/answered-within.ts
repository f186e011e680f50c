import type { Clock } from "./clock";

/** A request timed out. It may still be executed. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** If the timer fires this late, the process was stalled, and an answer may have arrived that has not been read yet. */
const LATE_MS = 100;
/** Time to read that answer. */
const READING_MS = 100;

/** Rejects with `NoAnswer` if `promise` does not settle within `limitMs`. Its operation may still be executed. */
export const answeredWithin = <T>(clock: Clock, limitMs: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const dueMs = clock.monotonicMs() + limitMs;
    const giveUp = () => {
      reject(new NoAnswer(`no answer within ${limitMs} ms`));
    };
    let timer = clock.setTimer(() => {
      if (clock.monotonicMs() - dueMs < LATE_MS) giveUp();
      else timer = clock.setTimer(giveUp, READING_MS);
    }, limitMs);
    promise.then(resolve, reject).finally(() => {
      timer.cancel();
    });
  });
