import type { Ids } from "@cenote/core";
import type { RetryingStore } from "./retrying-store";
import type { IdempotencyRecord, RecordChanges } from "./record";

/** A record that is locked for one call. Writes must not overlap, because each needs the tag of the previous one. */
export interface LockedRecord {
  /** @returns False if another process has taken over the call. Errors: overloaded. */
  write(changes: Omit<RecordChanges, "tag">, how?: "update" | "keep"): Promise<boolean>;
  /** @returns False if another process has taken over the call. Errors: overloaded. */
  remove(): Promise<boolean>;
}

/** @param options.record Its current content. */
export const createLockedRecord = (options: {
  readonly record: IdempotencyRecord;
  readonly store: RetryingStore;
  readonly ids: Ids;
}): LockedRecord => {
  const {
    store,
    ids,
    record: { id, requestId },
  } = options;
  let { tag } = options.record;
  /** Tags of writes without an answer. Each may still take effect until a later write does. */
  const possibleTags = new Set<string>();

  /** @returns Whether the record has one of these tags, which then becomes the current one. */
  const isOurs = (found: IdempotencyRecord | undefined): found is IdempotencyRecord => {
    if (found === undefined || !possibleTags.delete(found.tag)) return false;
    ({ tag } = found);
    return true;
  };

  return {
    async write(changes, how = "update") {
      const next = ids.uuid();
      possibleTags.add(next);
      do {
        if (await store[how](id, tag, { ...changes, tag: next })) {
          tag = next;
          possibleTags.clear();
          return true;
        }
      } while (isOurs(await store.find(id)));
      return false;
    },
    async remove() {
      for (;;) {
        if (await store.remove(id, tag)) return true;
        const found = await store.find(id);
        // Removed by an attempt without an answer. The key may stand for another call since.
        if (found?.requestId !== requestId) return true;
        if (!isOurs(found)) return false;
      }
    },
  };
};
