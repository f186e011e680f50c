import type { Block } from "../../ledger/block";
import { isCreditOrAdjustment } from "../../ledger/entry";
import type { Checkpoint, LedgerStore, UsageDay } from "../../ledger/store";

/** A store in memory, for tests and for measuring what the ledger itself costs. */
export const createMemoryLedgerStore = (): LedgerStore => {
  const journals = new Map<string, { readonly blocks: Block[]; readonly byKey: Map<string, Block> }>();
  const checkpoints = new Map<string, Checkpoint>();
  const usageDays = new Map<string, Map<string, UsageDay>>();

  const journalOf = (organizationId: string) => {
    let journal = journals.get(organizationId);
    if (journal === undefined) journals.set(organizationId, (journal = { blocks: [], byKey: new Map() }));
    return journal;
  };
  const daysOf = (organizationId: string) => usageDays.get(organizationId) ?? new Map<string, UsageDay>();

  const daysBetween = (organizationId: string, fromDay: string, toDay: string): UsageDay[] => {
    const days = [...daysOf(organizationId).values()].filter(({ day }) => day >= fromDay && day <= toDay);
    return days.sort((a, b) => (a.day < b.day ? -1 : 1));
  };

  return {
    async append(block) {
      const { blocks, byKey } = journalOf(block.organizationId);
      if (block.seq <= (blocks.at(-1)?.seq ?? 0) || block.keys.some((key) => byKey.has(key))) return "taken";
      blocks.push(block);
      for (const key of block.keys) byKey.set(key, block);
      return "committed";
    },
    async *blocksAfter(organizationId, seq) {
      for (const block of journalOf(organizationId).blocks) if (block.seq > seq) yield block;
    },
    async blocksBefore(organizationId, seq, limit) {
      return journalOf(organizationId)
        .blocks.filter((block) => block.seq < seq)
        .reverse()
        .slice(0, limit);
    },
    async blocksWithKeys(organizationId, keys) {
      const { byKey } = journalOf(organizationId);
      return [...new Set(keys.flatMap((key) => byKey.get(key) ?? []))];
    },
    async *creditsSince(organizationId, fromMs) {
      for (const { seq, atMs, entries } of journalOf(organizationId).blocks)
        if (atMs >= fromMs) for (const entry of entries.filter(isCreditOrAdjustment)) yield { seq, atMs, entry };
    },
    async *ends(only) {
      const ids = (only === undefined ? [...journals.keys()] : [only]).filter((id) => journalOf(id).blocks.length > 0);
      const derived = [...checkpoints.keys(), ...usageDays.keys()].filter((id) => only === undefined || id === only);
      for (const organizationId of new Set([...ids.sort(), ...derived.sort()]))
        yield { organizationId, lastSeq: journalOf(organizationId).blocks.at(-1)?.seq ?? 0 };
    },
    async readCheckpoint(organizationId) {
      return checkpoints.get(organizationId);
    },
    async writeCheckpoint(checkpoint) {
      const standing = checkpoints.get(checkpoint.organizationId);
      if (standing === undefined || standing.seq < checkpoint.seq)
        checkpoints.set(checkpoint.organizationId, checkpoint);
    },
    async readUsageDays(organizationId, fromDay, toDay) {
      return daysBetween(organizationId, fromDay, toDay);
    },
    async readUsageDaysByModel(organizationId, fromDay, toDay) {
      return daysBetween(organizationId, fromDay, toDay).map(({ throughSeq, day, rows }) => ({
        organizationId,
        day,
        throughSeq,
        rows,
      }));
    },
    async *usageDayCalls(organizationId, fromDay, toDay) {
      for (const { keys, ...day } of daysBetween(organizationId, fromDay, toDay).toReversed())
        yield { ...day, keys: keys.map(({ keyId, calls, failedCalls }) => ({ keyId, calls, failedCalls })) };
    },
    async usageDayEnds(organizationId) {
      return [...daysOf(organizationId).values()].map(({ day, throughSeq }) => ({ day, throughSeq }));
    },
    async projectedSeq(organizationId) {
      return Math.max(0, ...[...daysOf(organizationId).values()].map(({ throughSeq }) => throughSeq));
    },
    async writeUsageDay(usage, expectedThroughSeq) {
      const days = daysOf(usage.organizationId);
      if (days.get(usage.day)?.throughSeq !== expectedThroughSeq) return false;
      days.set(usage.day, usage);
      usageDays.set(usage.organizationId, days);
      return true;
    },
    async advanceUsageDay({ organizationId, day, throughSeq }, expectedThroughSeq) {
      const standing = daysOf(organizationId).get(day);
      if (standing?.throughSeq !== expectedThroughSeq) return false;
      daysOf(organizationId).set(day, { ...standing, throughSeq });
      return true;
    },
  };
};
