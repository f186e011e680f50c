import { answeredWithin, CenoteError, type Clock, databaseAway } from "@cenote/core";
import type { LedgerLimits } from "./limits";
import type { LedgerStore } from "./store";

export interface AnsweringStore extends LedgerStore {
  /** Whether operations have failed for `awayAfterMs` without a success. Until one succeeds, timeouts are shorter. */
  isAway(): boolean;
}

export interface AnsweringStoreOptions {
  readonly store: LedgerStore;
  readonly clock: Clock;
  readonly limits: Pick<LedgerLimits, "answerMs" | "awayAfterMs" | "awayAnswerMs">;
}

/** Older failures no longer count. */
const FORGET_FAILURES_MS = 30_000;

/**
 * Adds a timeout to the store's operations. One that fails or times out rejects with `overloaded`, and may still take
 * effect. While the store is known to be away the timeout is shorter, so that a call that needs several operations fails
 * about as soon as one that needs a single one.
 */
export const createAnsweringStore = ({ store, clock, limits }: AnsweringStoreOptions): AnsweringStore => {
  let failures: { readonly sinceMs: number; lastMs: number } | undefined;

  const succeeded = (): void => {
    failures = undefined;
  };
  const failed = (): void => {
    const nowMs = clock.monotonicMs();
    if (failures === undefined || nowMs - failures.lastMs > FORGET_FAILURES_MS)
      failures = { sinceMs: nowMs, lastMs: nowMs };
    else failures.lastMs = nowMs;
  };
  const isAway = (): boolean => {
    if (failures === undefined) return false;
    const nowMs = clock.monotonicMs();
    return nowMs - failures.lastMs <= FORGET_FAILURES_MS && nowMs - failures.sinceMs >= limits.awayAfterMs;
  };

  const inTime = async <T>(operation: Promise<T>): Promise<T> => {
    // A late answer also proves that the store is available.
    operation.then(succeeded, () => {});
    try {
      return await answeredWithin(clock, isAway() ? limits.awayAnswerMs : limits.answerMs, operation);
    } catch (error) {
      if (error instanceof CenoteError) throw error;
      failed();
      throw databaseAway(error);
    }
  };

  async function* eachInTime<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    const iterator = items[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await inTime(iterator.next());
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      // Closes the cursor. Not awaited, because that waits for the pending read.
      iterator.return?.().catch(() => {});
    }
  }

  return {
    isAway,
    append: (block) => inTime(store.append(block)),
    blocksAfter: (...given) => eachInTime(store.blocksAfter(...given)),
    blocksBefore: (...given) => inTime(store.blocksBefore(...given)),
    blocksWithKeys: (...given) => inTime(store.blocksWithKeys(...given)),
    creditsSince: (...given) => eachInTime(store.creditsSince(...given)),
    // No timeout: it scans everything.
    ends: (organizationId) => store.ends(organizationId),
    readCheckpoint: (organizationId) => inTime(store.readCheckpoint(organizationId)),
    writeCheckpoint: (checkpoint) => inTime(store.writeCheckpoint(checkpoint)),
    readUsageDays: (...given) => inTime(store.readUsageDays(...given)),
    readUsageDaysByModel: (...given) => inTime(store.readUsageDaysByModel(...given)),
    usageDayEnds: (organizationId) => inTime(store.usageDayEnds(organizationId)),
    projectedSeq: (organizationId) => inTime(store.projectedSeq(organizationId)),
    usageDayCalls: (...given) => eachInTime(store.usageDayCalls(...given)),
    writeUsageDay: (...given) => inTime(store.writeUsageDay(...given)),
    advanceUsageDay: (...given) => inTime(store.advanceUsageDay(...given)),
  };
};
