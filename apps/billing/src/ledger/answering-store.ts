import { answeredWithin, CenoteError, type Clock, databaseAway } from "@cenote/core";
import type { LedgerLimits } from "./limits";
import type { LedgerStore } from "./store";

export interface AnsweringStore extends LedgerStore {
  /**
   * Whether operations have failed for `awayAfterMs` without a success in between. Until one succeeds, each has less
   * time.
   */
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
 * The store, whose operations answer in time: one that fails or takes too long is `overloaded`, and may still happen.
 * While the store is known to be away, operations have less time, so that a call that makes several in a row is refused
 * about as soon as one that makes a single one.
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
    // A late answer also shows that the store is there.
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
      // Its cursor is closed. Not awaited: it waits for what has not been answered.
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
    // No limit: it looks at everything, and takes its time.
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
