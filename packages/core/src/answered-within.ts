import type { Clock } from "./clock";

/** A request was not answered in time; it may still be executed. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** Rejects with `NoAnswer` if `promise` is not settled in time; its operation may still be executed. */
export const answeredWithin = <T>(clock: Clock, limitMs: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = clock.setTimer(() => {
      reject(new NoAnswer(`no answer within ${limitMs} ms`));
    }, limitMs);
    promise.then(resolve, reject).finally(() => {
      timer.cancel();
    });
  });
