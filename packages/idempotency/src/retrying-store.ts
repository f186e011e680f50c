import { answeredWithin, type Clock, databaseAway, sleep } from "@cenote/core";
import { IDEMPOTENCY_LIMITS } from "./limits";
import type { IdempotencyStore } from "./store";

/**
 * Retries each write until its outcome is known: false only if another's came first, but for a removal, which is false
 * also if an earlier try has removed the record. Errors: overloaded.
 */
export interface RetryingStore extends IdempotencyStore {
  /** `update` for a write with which an answer would be lost: with more patience. */
  readonly keep: IdempotencyStore["update"];
}

interface Patience {
  readonly tries: number;
  readonly ms: number;
}

const USUAL: Patience = { tries: IDEMPOTENCY_LIMITS.storeTries, ms: IDEMPOTENCY_LIMITS.storePatienceMs };
const KEEPING: Patience = { tries: IDEMPOTENCY_LIMITS.keepTries, ms: IDEMPOTENCY_LIMITS.keepPatienceMs };

/**
 * The time left may be next to nothing: a try always gets at least this, so that one which would be answered at once is
 * not cut.
 */
const SHORTEST_TRY_MS = 1_000;

export const createRetryingStore = (store: IdempotencyStore, clock: Clock): RetryingStore => {
  const withTries = async <T>(run: () => Promise<T>, patience = USUAL): Promise<T> => {
    const untilMs = clock.monotonicMs() + patience.ms;
    for (let tries = 1; ; tries++) {
      try {
        return await answeredWithin(
          clock,
          Math.max(SHORTEST_TRY_MS, Math.min(USUAL.ms, untilMs - clock.monotonicMs())),
          run(),
        );
      } catch (cause) {
        const isEnough = tries === patience.tries || clock.monotonicMs() >= untilMs;
        if (isEnough) throw databaseAway(cause);
        await sleep(clock, IDEMPOTENCY_LIMITS.storeBackoffMs * 2 ** (tries - 1));
      }
    }
  };
  const find = (id: string) => withTries(() => store.find(id));
  /** A write that rejected may have happened; the record then has the tag the write would have given it. */
  const isWritten = async (id: string, tag: string): Promise<boolean> => (await find(id))?.tag === tag;
  const updateWith =
    (patience: Patience): IdempotencyStore["update"] =>
    async (id, tag, changes) =>
      (await withTries(() => store.update(id, tag, changes), patience)) || isWritten(id, changes.tag);

  return {
    find,
    insert: async (record) => (await withTries(() => store.insert(record))) || isWritten(record.id, record.tag),
    update: updateWith(USUAL),
    keep: updateWith(KEEPING),
    remove: (id, tag) => withTries(() => store.remove(id, tag)),
  };
};
