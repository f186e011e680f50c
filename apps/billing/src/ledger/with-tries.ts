import { CenoteError, type Clock, type Log, sleep } from "@cenote/core";
import type { LedgerLimits } from "./limits";

export interface TriesOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<LedgerLimits, "storeTries" | "storeBackoffMs">;
  readonly organizationId: string;
}

/** Rejects where `promise` is not settled in time; what it stands for may still happen. */
export const answeredWithin = <T>(clock: Clock, limitMs: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = clock.setTimer(() => { reject(new Error(`no answer within ${limitMs} ms`)); }, limitMs);
    promise.then(resolve, reject).finally(() => { timer.cancel(); });
  });

/** Repeats a database operation that may be repeated. Errors: overloaded, when all tries failed; CenoteErrors pass at once. */
export const withTries = async <T>(options: TriesOptions, operation: string, run: () => Promise<T>): Promise<T> => {
  const { clock, log, limits, organizationId } = options;
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof CenoteError) throw error;
      log.warn({ organizationId, operation, tries, error }, "the ledger's database failed");
      if (tries >= limits.storeTries) throw new CenoteError("overloaded", undefined, { cause: error });
      await sleep(clock, limits.storeBackoffMs * 2 ** (tries - 1));
    }
  }
};
