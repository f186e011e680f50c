import type { IdempotencyRecord, RecordChanges } from "./record";

/**
 * Stores records. Every write is durable when it resolves; a rejected one may have taken effect. Expired records may vanish
 * at any time.
 */
export interface IdempotencyStore {
  /** @returns False if the id is taken. */
  insert(record: IdempotencyRecord): Promise<boolean>;
  find(id: string): Promise<IdempotencyRecord | undefined>;
  /** @returns False if the record is gone or no longer has the tag. */
  update(id: string, tag: string, changes: RecordChanges): Promise<boolean>;
  /** @returns False if the record is gone or no longer has the tag. */
  remove(id: string, tag: string): Promise<boolean>;
}
