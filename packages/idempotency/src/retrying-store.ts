import { answeredWithin, type Clock, databaseAway, sleep } from "@cenote/core";
import { IDEMPOTENCY_LIMITS } from "./limits";
import type { IdempotencyStore } from "./store";

/**
 * Retries each operation until its outcome is known. `insert` and `update` return false only if another writer was first;
 * `remove` also if an earlier attempt has removed the record. Errors: overloaded.
 */
export interface RetryingStore extends IdempotencyStore {
  /** `update` with longer retries, for a write whose failure loses an answer. */
  readonly keep: IdempotencyStore["update"];
}

interface Patience {
  readonly tries: number;
  readonly ms: number;
}

const USUAL: Patience = { tries: IDEMPOTENCY_LIMITS.storeTries, ms: IDEMPOTENCY_LIMITS.storePatienceMs };
const KEEPING: Patience = { tries: IDEMPOTENCY_LIMITS.keepTries, ms: IDEMPOTENCY_LIMITS.keepPatienceMs };

/** Minimum timeout of an attempt, even if less time is left: one that would be answered at once is not cut off. */
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
  /** A rejected write may have taken effect; the record then has that write's tag. */
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
