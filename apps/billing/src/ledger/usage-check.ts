import { dayOf } from "@cenote/core";
import type { Block } from "./block";
import type { UsageDays } from "./store";
import { addBlock, type DayUsage, differenceOfUsage, LAST_DAY, usageOfRows } from "./usage-days";

export interface Fault {
  readonly seq: number;
  readonly reason: string;
  /** The fault is in data derived from the journal, which may have changed while it was read. */
  readonly derived: boolean;
}

/**
 * Sums a journal by day, and compares each day at the block where its projection ends. Days are compared one by one,
 * because a year of days with a thousand keys each does not fit into memory.
 */
export interface UsageCheck {
  /** Takes the blocks in order. */
  add(block: Block): void;
  /** Whether a day that was not compared yet ends at or before this block. */
  isDue(seq: number): boolean;
  compare(seq: number): Promise<void>;
  fault(lastSeq: number): Fault | undefined;
}

/** Days that may be written while the journal is read. They are read together, so that they are consistent. */
const NEWEST_DAYS = 2;

export const createUsageCheck = async (
  store: Pick<UsageDays, "usageDayEnds" | "readUsageDays">,
  organizationId: string,
): Promise<UsageCheck> => {
  const all = (await store.usageDayEnds(organizationId)).toSorted((a, b) => (a.day < b.day ? -1 : 1));
  // By block and not by date: a clock that was ahead leaves days in the future that nobody writes any more.
  const written = all.toSorted((a, b) => b.throughSeq - a.throughSeq).slice(0, NEWEST_DAYS);
  const fromDay = written.map(({ day }) => day).sort()[0] ?? "";
  const newest = await store.readUsageDays(organizationId, fromDay, LAST_DAY);
  const ends = [...all.filter(({ day }) => day < fromDay), ...newest].sort((a, b) => a.throughSeq - b.throughSeq);
  const throughSeqs = new Map(ends.map(({ day, throughSeq }) => [day, throughSeq]));
  const projectedSeq = ends.at(-1)?.throughSeq ?? 0;
  const sums = new Map<string, DayUsage>();
  let compared = 0;
  let left: Fault | undefined;
  let difference: Fault | undefined;

  const differenceOf = async (day: string, throughSeq: number): Promise<string | undefined> => {
    const [projected] =
      day < fromDay ? await store.readUsageDays(organizationId, day, day) : newest.filter((usage) => usage.day === day);
    if (projected?.throughSeq !== throughSeq) return `it was at block ${throughSeq} and is now at another`;
    return differenceOfUsage(projected, sums.get(day) ?? usageOfRows());
  };

  return {
    add(block) {
      if (block.seq > projectedSeq) return;
      const day = dayOf(block.atMs);
      if (block.seq > (throughSeqs.get(day) ?? 0)) {
        left ??= { seq: block.seq, reason: `usage: the block is left out of ${day}`, derived: true };
        return;
      }
      let usage = sums.get(day);
      if (usage === undefined) sums.set(day, (usage = usageOfRows()));
      addBlock(usage, block);
    },
    isDue: (seq) => (ends[compared]?.throughSeq ?? Infinity) <= seq,
    async compare(seq) {
      for (let end = ends[compared]; end !== undefined && end.throughSeq <= seq; end = ends[++compared]) {
        const { day, throughSeq } = end;
        const reason = await differenceOf(day, throughSeq);
        if (reason !== undefined)
          difference ??= { seq: throughSeq, reason: `usage of ${day}: ${reason}`, derived: true };
        sums.delete(day);
      }
    },
    fault(lastSeq) {
      if (left !== undefined) return left;
      if (projectedSeq > lastSeq)
        return { seq: projectedSeq, reason: `usage: the journal ends at block ${lastSeq}`, derived: true };
      return difference;
    },
  };
};
