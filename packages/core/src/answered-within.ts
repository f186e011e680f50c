import type { Clock } from "./clock";

/** A request was not answered in time; it may still be executed. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** If the timer fires this late, this process stood still, and an answer that arrived meanwhile has not been read yet. */
const LATE_MS = 100;
/** Long enough to read it. */
const READING_MS = 100;

/** Rejects with `NoAnswer` if `promise` is not settled in time; its operation may still be executed. */
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
