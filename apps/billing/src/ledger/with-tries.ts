import { type Clock, hasErrorCode, type Log, sleep } from "@cenote/core";
import type { AnsweringStore } from "./answering-store";
import type { LedgerLimits } from "./limits";

export interface TriesOptions {
  readonly store: Pick<AnsweringStore, "isAway">;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<LedgerLimits, "storeTries" | "storePatienceMs" | "storeBackoffMs">;
  readonly organizationId: string;
}

/**
 * Retries an idempotent database operation with backoff. Errors: overloaded after the last attempt; other CenoteErrors at
 * once.
 */
export const withTries = async <T>(options: TriesOptions, operation: string, run: () => Promise<T>): Promise<T> => {
  const { store, clock, log, limits, organizationId } = options;
  const untilMs = clock.monotonicMs() + limits.storePatienceMs;
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (!hasErrorCode(error, "overloaded")) throw error;
      log.warn({ organizationId, operation, tries, error: error.cause }, "the ledger's database failed");
      const backoffMs = limits.storeBackoffMs * 2 ** (tries - 1);
      if (tries >= limits.storeTries || clock.monotonicMs() + backoffMs >= untilMs || store.isAway()) throw error;
      await sleep(clock, backoffMs);
    }
  }
};
