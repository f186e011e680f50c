import { CLOCKS_DIFFER_MS, DAY_MS, dayOf, matchesModel, startOfDay } from "@cenote/core";
import { lastSeqBefore } from "./block-times";
import { asksForCalls } from "./entry-filter";
import type { EntryFilter, UsageSums } from "./ledger-reads";
import type { Journal, UsageDayByModel, UsageDayCalls, UsageDays } from "./store";

/** Days that one look covers, so that a page reads a bounded number of them. */
const DAYS_AT_ONCE = 366;

/** A place in the journal that a search has come to, going backwards. */
export interface SearchPlace {
  /** Blocks before this one are still to be searched. */
  readonly beforeSeq: number;
  /** The time of that block. */
  readonly atMs: number;
}

export interface SearchDays {
  /**
   * The place with the highest seq up to this one that may have a match before it, and whether the page has to end
   * there: further back no day is known.
   */
  next(place: SearchPlace): Promise<{ readonly beforeSeq: number; readonly isEnd: boolean }>;
}

/** Days on which usage counted no call that the filter asks for are skipped. */
export const createSearchDays = (
  store: Journal & UsageDays,
  organizationId: string,
  filter: EntryFilter,
): SearchDays => {
  /** Set by the first look, which must be at the newest place. */
  let known:
    | { readonly projectedSeq: number; readonly firstMs: number; readonly days: readonly SearchedDay[] }
    | undefined;

  const look = async (nowMs: number) => {
    // Before the days: what is counted up to there is in all of them, even if they are written meanwhile.
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
      // Usage counts calls alone.
      if (!asksForCalls(filter)) return stay;
      // What comes before a block may have been made a little later, by another replica's clock.
      const latestMs = atMs + CLOCKS_DIFFER_MS;
      const { projectedSeq, firstMs, days } = (known ??= await look(latestMs));
      if (beforeSeq - 1 > projectedSeq) return stay;
      const left = days.filter(({ day }) => day <= dayOf(latestMs));
      // Some blocks of the first day may lie between those of the day before, which is not known.
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

/** Keys only where the filter asks for one. */
type SearchedDay = UsageDayByModel & Partial<Pick<UsageDayCalls, "keys">>;

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Whether there may be a match on this day. Not every field of a filter is counted. */
const mayHave = ({ model, keyId, outcome }: EntryFilter, day: SearchedDay): boolean => {
  const isFailure = outcome !== undefined && outcome !== "ok" && outcome !== "cancelled";
  const counted = ({ calls, failedCalls }: Pick<UsageSums, "calls" | "failedCalls">) =>
    isFailure ? failedCalls : calls;
  const { rows, keys = [] } = day;
  if (!rows.some((row) => counted(row) > 0 && (model === undefined || matchesModel(model, row.model)))) return false;
  if (keyId === undefined || keys.some((row) => row.keyId === keyId && counted(row) > 0)) return true;
  // Not all calls need be counted by their keys.
  return sumOf(rows.map(counted)) > sumOf(keys.map(counted));
};
