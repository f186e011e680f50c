import { DAY_MS, dayOf } from "@cenote/core";
import type { KeyToLookUp } from "./ledger-reads";
import type { UsageDayCalls } from "./store";

/** Days that are searched, including today. */
const DAYS = 366;

/**
 * For each key: the last day, `YYYY-MM-DD`, with a call, including failed calls. Absent for a key without a call in the
 * last 366 days. Reads backwards until every key is found or was not created yet.
 *
 * @param readDays Newest first.
 */
export const lastUsedDays = async (
  keys: readonly KeyToLookUp[],
  nowMs: number,
  readDays: (fromDay: string, toDay: string) => AsyncIterable<Pick<UsageDayCalls, "day" | "keys">>,
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  const madeOn = new Map(keys.map(({ id, createdAtMs }) => [id, dayOf(createdAtMs)]));
  if (madeOn.size === 0) return found;
  for await (const { day, keys: rows } of readDays(dayOf(nowMs - (DAYS - 1) * DAY_MS), dayOf(nowMs))) {
    for (const { keyId } of rows) if (madeOn.delete(keyId)) found.set(keyId, day);
    if (madeOn.values().every((made) => made >= day)) break;
  }
  return found;
};
