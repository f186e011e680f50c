import { CLOCKS_DIFFER_MS, DAY_MS, dayOf, matchesModel, startOfDay } from "@cenote/core";
import { lastSeqBefore } from "./block-times";
import { asksForCalls } from "./entry-filter";
import type { EntryFilter, UsageSums } from "./ledger-reads";
import type { Journal, UsageDayByModel, UsageDayCalls, UsageDays } from "./store";

/** Days that one page reads at most. */
const DAYS_AT_ONCE = 366;

/** The position of a backward search in the journal. */
export interface SearchPlace {
  /** The next block to search is the one before this. */
  readonly beforeSeq: number;
  /** The time of that block. */
  readonly atMs: number;
}

export interface SearchDays {
  /**
   * The highest position, at most this one, before which there may be a match. `isEnd`: the page must end there, because
   * earlier days were not read.
   */
  next(place: SearchPlace): Promise<{ readonly beforeSeq: number; readonly isEnd: boolean }>;
}

/** Skips days on which the usage projection counts no call that can match the filter. */
export const createSearchDays = (
  store: Journal & UsageDays,
  organizationId: string,
  filter: EntryFilter,
): SearchDays => {
  /** Read by the first `next`, whose position must be the newest. */
  let known:
    | { readonly projectedSeq: number; readonly firstMs: number; readonly days: readonly SearchedDay[] }
    | undefined;

  const look = async (nowMs: number) => {
    // Read before the days: they include every block up to this seq, even if they are written meanwhile.
    const projectedSeq = await store.projectedSeq(organizationId);
    const firstMs = startOfDay(dayOf(nowMs)) - (DAYS_AT_ONCE - 1) * DAY_MS;
    const between = [organizationId, dayOf(firstMs), dayOf(nowMs)] as const;
    const days: SearchedDay[] = [];
    if (filter.keyId === undefined) days.push(...(await store.readUsageDaysByModel(...between)));
    else for await (const day of store.usageDayCalls(...between)) days.push(day);
    return { projectedSeq, firstMs, days: days.filter((day) => mayHave(filter, day)) };
  };

  return {
    async next({ beforeSeq, atMs }) {
      const stay = { beforeSeq, isEnd: false };
      // The projection counts only calls.
      if (!asksForCalls(filter)) return stay;
      // An earlier block may have a slightly later time, by another replica's clock.
      const latestMs = atMs + CLOCKS_DIFFER_MS;
      const { projectedSeq, firstMs, days } = (known ??= await look(latestMs));
      if (beforeSeq - 1 > projectedSeq) return stay;
      const left = days.filter(({ day }) => day <= dayOf(latestMs));
      // Blocks of the first day may be interleaved with those of the day before, which was not read.
      if (left.some(({ day }) => day > dayOf(firstMs))) {
        const lastSeq = Math.max(...left.map(({ throughSeq }) => throughSeq));
        return { beforeSeq: Math.min(beforeSeq, lastSeq + 1), isEnd: false };
      }
      const lastSeq = await lastSeqBefore({
        journal: store,
        organizationId,
        lastSeq: beforeSeq - 1,
        atMs: firstMs + DAY_MS,
      });
      return { beforeSeq: lastSeq + 1, isEnd: true };
    },
  };
};

/** With keys only if the filter has one. */
type SearchedDay = UsageDayByModel & Partial<Pick<UsageDayCalls, "keys">>;

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Whether there may be a match on this day. The projection does not count by every field of a filter. */
const mayHave = ({ model, keyId, outcome }: EntryFilter, day: SearchedDay): boolean => {
  const isFailure = outcome !== undefined && outcome !== "ok" && outcome !== "cancelled";
  const counted = ({ calls, failedCalls }: Pick<UsageSums, "calls" | "failedCalls">) =>
    isFailure ? failedCalls : calls;
  const { rows, keys = [] } = day;
  if (!rows.some((row) => counted(row) > 0 && (model === undefined || matchesModel(model, row.model)))) return false;
  if (keyId === undefined || keys.some((row) => row.keyId === keyId && counted(row) > 0)) return true;
  // Some calls may not be counted by key.
  return sumOf(rows.map(counted)) > sumOf(keys.map(counted));
};
