import { DAY_MS, dayOf } from "@cenote/core";
import type { KeyToLookUp } from "./ledger-reads";
import type { UsageDay } from "./store";

/**
 * How far back is looked, in days. A key in use is found in the first step, so the second is made only for an older key
 * that was not.
 */
const STEPS_DAYS = [31, 366] as const;

/**
 * The last day, `YYYY-MM-DD`, on which usage counted a call of each of the keys, failed calls too. A key without one in
 * the last 366 days is not in it.
 */
export const lastUsedDays = async (
  keys: readonly KeyToLookUp[],
  nowMs: number,
  readDays: (fromDay: string, toDay: string) => Promise<readonly Pick<UsageDay, "day" | "keys">[]>,
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  let endMs = nowMs;
  for (const days of STEPS_DAYS) {
    const end = dayOf(endMs);
    if (keys.every(({ id, createdAtMs }) => found.has(id) || dayOf(createdAtMs) > end)) break;
    const startMs = nowMs - (days - 1) * DAY_MS;
    for (const { day, keys: rows } of (await readDays(dayOf(startMs), end)).toReversed())
      for (const { keyId } of rows) if (!found.has(keyId)) found.set(keyId, day);
    endMs = startMs - DAY_MS;
  }
  return found;
};
