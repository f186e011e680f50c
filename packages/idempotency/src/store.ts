import type { IdempotencyRecord, RecordChanges } from "./record";

/**
 * Where records are kept. Every write is durable when it resolves; one that rejects may have happened. Records may
 * vanish any time after they expired.
 */
export interface IdempotencyStore {
  /** @returns False where the id is taken. */
  insert(record: IdempotencyRecord): Promise<boolean>;
  find(id: string): Promise<IdempotencyRecord | undefined>;
  /** @returns False where the record is gone or no longer has the tag. */
  update(id: string, tag: string, changes: RecordChanges): Promise<boolean>;
  /** @returns False as `update`. */
  remove(id: string, tag: string): Promise<boolean>;
}
