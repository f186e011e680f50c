import { answeredWithin, type Clock, databaseAway, sleep } from "@cenote/core";
import type { IdempotencyLimits } from "./limits";
import type { IdempotencyRecord, RecordChanges } from "./record";
import type { IdempotencyStore } from "./store";

/** The store with patience: each write is tried again until its outcome is known. Errors: overloaded. */
export interface PatientStore {
  /** @returns False where the id is taken by another record. */
  insert(record: IdempotencyRecord): Promise<boolean>;
  find(id: string): Promise<IdempotencyRecord | undefined>;
  /** @returns False where the record is gone or another's write came first. */
  update(id: string, tag: string, changes: RecordChanges): Promise<boolean>;
  remove(id: string, tag: string): Promise<void>;
}

export interface PatientStoreOptions {
  readonly store: IdempotencyStore;
  readonly clock: Clock;
  readonly limits: Pick<IdempotencyLimits, "storeTries" | "storePatienceMs" | "storeBackoffMs">;
}

/** What is left of the patience may be next to nothing: no try is cut that would be answered at once. */
const SHORTEST_TRY_MS = 1_000;

export const createPatientStore = ({ store, clock, limits }: PatientStoreOptions): PatientStore => {
  const withTries = async <T>(run: () => Promise<T>): Promise<T> => {
    const untilMs = clock.monotonicMs() + limits.storePatienceMs;
    for (let tries = 1; ; tries++) {
      try {
        return await answeredWithin(clock, Math.max(SHORTEST_TRY_MS, untilMs - clock.monotonicMs()), run());
      } catch (cause) {
        const isEnough = tries === limits.storeTries || clock.monotonicMs() >= untilMs;
        if (isEnough) throw databaseAway(cause);
        await sleep(clock, limits.storeBackoffMs * 2 ** (tries - 1));
      }
    }
  };
  const find = (id: string) => withTries(() => store.find(id));
  /** A write that rejected may have happened: then the record has the tag it would have given. */
  const isWritten = async (id: string, tag: string): Promise<boolean> => (await find(id))?.tag === tag;

  return {
    find,
    insert: async (record) => await withTries(() => store.insert(record)) || isWritten(record.id, record.tag),
    update: async (id, tag, changes) => await withTries(() => store.update(id, tag, changes)) || isWritten(id, changes.tag),
    async remove(id, tag) {
      await withTries(() => store.remove(id, tag));
    },
  };
};
