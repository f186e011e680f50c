import { CenoteError, type Clock, dayOf, type Log, type Timer } from "@cenote/core";
import type { Block } from "./block";
import type { LedgerLimits } from "./limits";
import type { Journal, UsageDay, UsageDayByModel, UsageDayCalls, UsageDays } from "./store";
import { addBlock, type DayUsage, LAST_DAY, mergeUsage, rowsOfUsage, usageOfRows } from "./usage-days";

export interface UsageProjectionOptions {
  readonly store: Journal & UsageDays;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<LedgerLimits, "usageIntervalMs" | "maxUsageBlocks" | "usageTries">;
}

/**
 * A projection of the journal: sums of closed calls by day and model, and by day and key. Blocks are projected strictly in
 * order. Each run of blocks of one day is one write, a compare-and-set on the seq that the day was at. Every block
 * therefore counts once, however many replicas project, and a crash leaves nothing incomplete.
 */
export interface UsageProjection {
  /** Notes a committed block, to be written with others at the next interval. */
  observe(block: Block): void;
  /** Days `YYYY-MM-DD`, inclusive. Includes everything that is committed. */
  usage(organizationId: string, fromDay: string, toDay: string): Promise<readonly UsageDay[]>;
  /** The same without the usage of keys, newest first. Read lazily. */
  usageCalls(organizationId: string, fromDay: string, toDay: string): AsyncIterable<UsageDayCalls>;
  /** All days from `fromDay` on, as of the block `throughSeq`. Errors: overloaded. */
  usageSince(organizationId: string, fromDay: string): Promise<UsageSince>;
  /** Writes all noted blocks and stops. */
  close(): Promise<void>;
}

export interface UsageSince {
  /** 0 for a journal without blocks. */
  readonly throughSeq: number;
  readonly days: readonly UsageDayByModel[];
}

/** Consecutive blocks of one day. */
interface Run {
  readonly day: string;
  throughSeq: number;
  blocks: number;
  readonly usage: DayUsage;
}

/** Consecutive runs, the first of which begins after the block `afterSeq`. */
interface Tail {
  readonly afterSeq: number;
  readonly runs: Run[];
}

const lastSeq = (tail: Tail): number => tail.runs.at(-1)?.throughSeq ?? tail.afterSeq;

const addToTail = (tail: Tail, block: Block): void => {
  const day = dayOf(block.atMs);
  let run = tail.runs.at(-1);
  if (run?.day !== day) {
    run = { day, throughSeq: block.seq, blocks: 0, usage: usageOfRows() };
    tail.runs.push(run);
  }
  run.throughSeq = block.seq;
  run.blocks++;
  addBlock(run.usage, block);
};

export const createUsageProjection = (options: UsageProjectionOptions): UsageProjection => {
  const { store, clock, log, limits } = options;
  const tails = new Map<string, Tail>();
  let timer: Timer | undefined;
  let flushing: Promise<void> | undefined;

  const observe = (block: Block): void => {
    const { organizationId } = block;
    let tail = tails.get(organizationId);
    // A gap: the account was reopened in between. The journal has the missing blocks.
    if (tail === undefined || lastSeq(tail) + 1 !== block.seq) {
      tail = { afterSeq: block.seq - 1, runs: [] };
      tails.set(organizationId, tail);
    }
    addToTail(tail, block);
    schedule();
  };

  const schedule = (): void => {
    timer ??= clock.setTimer(() => {
      timer = undefined;
      flushing ??= flush().finally(() => {
        flushing = undefined;
        if (tails.size > 0) schedule();
      });
    }, limits.usageIntervalMs);
  };

  const flush = async (): Promise<void> => {
    // A copy: blocks keep arriving while these are written.
    const noted = [...tails.keys()];
    for (const organizationId of noted) {
      try {
        if (!(await writeNoted(organizationId))) await catchUp(organizationId);
      } catch (error) {
        log.warn({ organizationId, error }, "usage was not projected; the journal has it");
      }
    }
  };

  const writeNoted = async (organizationId: string): Promise<boolean> => {
    const tail = tails.get(organizationId);
    tails.delete(organizationId);
    return tail !== undefined && writeTail(organizationId, tail);
  };

  /** Projects the journal to its end. */
  const catchUp = async (organizationId: string): Promise<void> => {
    for (let tries = 1; tries <= limits.usageTries; tries++) {
      let tail: Tail = { afterSeq: await store.projectedSeq(organizationId), runs: [] };
      let written = true;
      for await (const block of store.blocksAfter(organizationId, tail.afterSeq)) {
        const run = tail.runs.at(-1);
        if (run !== undefined && (run.day !== dayOf(block.atMs) || run.blocks >= limits.maxUsageBlocks)) {
          written = await writeTail(organizationId, tail);
          if (!written) break;
          tail = { afterSeq: lastSeq(tail), runs: [] };
        }
        addToTail(tail, block);
      }
      if (written && (await writeTail(organizationId, tail))) return;
    }
    throw projectedAllTheTime();
  };

  /** @returns False if the tail does not continue the projection. */
  const writeTail = async (organizationId: string, tail: Tail): Promise<boolean> => {
    let { afterSeq } = tail;
    for (const run of tail.runs) {
      if (!(await writeRun(organizationId, afterSeq, run))) return false;
      afterSeq = run.throughSeq;
    }
    return true;
  };

  /**
   * Guarded by the seq of `run.day`: the first block after `afterSeq` belongs to that day, so no other replica can
   * project further without changing that seq.
   */
  const writeRun = async (organizationId: string, afterSeq: number, run: Run): Promise<boolean> => {
    const { day, throughSeq } = run;
    const isEmpty = run.usage.models.size === 0;
    if (isEmpty && (await store.advanceUsageDay({ organizationId, day, throughSeq }, afterSeq))) return true;
    const [standing] = await store.readUsageDays(organizationId, day, day);
    if (standing?.throughSeq !== afterSeq && (await store.projectedSeq(organizationId)) !== afterSeq) return false;
    const usage = usageOfRows(standing);
    mergeUsage(usage, run.usage);
    return store.writeUsageDay({ organizationId, day, throughSeq, ...rowsOfUsage(usage) }, standing?.throughSeq);
  };

  return {
    observe,
    async usage(organizationId, fromDay, toDay) {
      await writeNoted(organizationId);
      await catchUp(organizationId);
      return store.readUsageDays(organizationId, fromDay, toDay);
    },
    async *usageCalls(organizationId, fromDay, toDay) {
      await writeNoted(organizationId);
      await catchUp(organizationId);
      yield* store.usageDayCalls(organizationId, fromDay, toDay);
    },
    async usageSince(organizationId, fromDay) {
      await writeNoted(organizationId);
      await catchUp(organizationId);
      // Days are read one after the other. They are consistent if no block was projected meanwhile.
      for (let tries = 1; tries <= limits.usageTries; tries++) {
        const throughSeq = await store.projectedSeq(organizationId);
        const days = await store.readUsageDaysByModel(organizationId, fromDay, LAST_DAY);
        if ((await store.projectedSeq(organizationId)) === throughSeq) return { throughSeq, days };
      }
      throw projectedAllTheTime();
    },
    async close() {
      timer?.cancel();
      await flushing;
      await flush();
    },
  };
};

const projectedAllTheTime = () =>
  new CenoteError("overloaded", undefined, {
    cause: new Error("other replicas project the same usage all the time"),
  });
