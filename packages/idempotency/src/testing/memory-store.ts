import type { IdempotencyRecord } from "../record";
import type { IdempotencyStore } from "../store";

/** A store that lives as long as the process. */
export const createMemoryIdempotencyStore = (): IdempotencyStore => {
  const records = new Map<string, IdempotencyRecord>();
  const holding = (id: string, tag: string): IdempotencyRecord | undefined => {
    const record = records.get(id);
    return record?.tag === tag ? record : undefined;
  };
  return {
    async insert(record) {
      if (records.has(record.id)) return false;
      records.set(record.id, record);
      return true;
    },
    async find(id) {
      return records.get(id);
    },
    async update(id, tag, changes) {
      const record = holding(id, tag);
      if (record === undefined) return false;
      records.set(id, { ...record, ...changes });
      return true;
    },
    async remove(id, tag) {
      return holding(id, tag) !== undefined && records.delete(id);
    },
  };
};
