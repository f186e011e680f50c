import type { Clock } from "./clock";

/** What was asked did not answer in time; it may still do what it was asked. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** Rejects with `NoAnswer` where `promise` is not settled in time; what it stands for may still happen. */
export const answeredWithin = <T>(clock: Clock, limitMs: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = clock.setTimer(() => {
      reject(new NoAnswer(`no answer within ${limitMs} ms`));
    }, limitMs);
    promise.then(resolve, reject).finally(() => {
      timer.cancel();
    });
  });
