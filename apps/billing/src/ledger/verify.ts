import { dayOf } from "@cenote/core";
import type { Head } from "./block";
import { BrokenJournal } from "./broken-journal";
import { faultOfCheckpoint, followJournal, genesis, headOfCheckpoint, sameBudgets, sameHolds } from "./checkpoint";
import type { Verification } from "./ledger-reads";
import type { Checkpoint, JournalEnd, LedgerStore, UsageDay } from "./store";
import { addBlock, type DayUsage, differenceOfUsage, usageOfRows } from "./usage-days";

interface Fault {
  readonly seq: number;
  readonly reason: string;
  /** A fault in what is derived from the journal, which may have moved while it was read. */
  readonly derived: boolean;
}

interface Verified {
  readonly blocks: number;
  readonly entries: number;
  readonly fault: Fault | undefined;
}

/** A projection that moved between two reads looks wrong, so it is looked at again. */
const DERIVED_TRIES = 3;

/**
 * Recomputes journals from their first blocks, one block in memory at a time: hashes, order, idempotency keys, the
 * rules of every entry, balances, holds. Then compares what is derived from them: the checkpoint and the usage
 * projection. Stops at the first fault. Errors: internal_error, where a key may be posted twice.
 */
export const verifyLedger = async (store: LedgerStore, organizationId?: string): Promise<Verification> => {
  let organizations = 0;
  let blocks = 0;
  let entries = 0;
  for await (const end of endsOf(store, organizationId)) {
    const verified = await verifyOrganization(store, end);
    organizations++;
    blocks += verified.blocks;
    entries += verified.entries;
    if (verified.fault !== undefined) {
      const { seq, reason } = verified.fault;
      return { ok: false, organizations, blocks, entries, fault: { organizationId: end.organizationId, seq, reason } };
    }
  }
  return { ok: true, organizations, blocks, entries };
};

/** A named organization is checked even if its journal is gone: data derived from it may reveal that. */
async function* endsOf(store: LedgerStore, organizationId: string | undefined): AsyncGenerator<JournalEnd> {
  let isThere = false;
  for await (const end of store.ends(organizationId)) {
    isThere = true;
    yield end;
  }
  if (!isThere && organizationId !== undefined) yield { organizationId, lastSeq: 0 };
}

const verifyOrganization = async (store: LedgerStore, end: JournalEnd): Promise<Verified> => {
  for (let tries = 1; ; tries++) {
    const verified = await verifyOnce(store, end);
    if (verified.fault?.derived !== true || tries === DERIVED_TRIES) return verified;
  }
};

const verifyOnce = async (store: LedgerStore, { organizationId, lastSeq }: JournalEnd): Promise<Verified> => {
  const checkpoint = await store.readCheckpoint(organizationId);
  const days = await store.readUsageDays(organizationId, "", "9999-12-31");
  const usage = createUsageCheck(days);
  const head = genesis();
  let blocks = 0;
  let entries = 0;
  let fault: Fault | undefined;
  try {
    await followJournal(store, organizationId, head, (block) => {
      blocks++;
      entries += block.entries.length;
      usage.add(block);
      if (block.seq === checkpoint?.seq) fault ??= checkpointFault(checkpoint, head, block.atMs);
    });
    if (head.seq < lastSeq) throw new BrokenJournal(organizationId, head.seq + 1, `block ${head.seq + 1} is missing`);
  } catch (error) {
    if (!(error instanceof BrokenJournal)) throw error;
    const { seq, reason } = error;
    return { blocks, entries, fault: { seq, reason, derived: false } };
  }
  if (checkpoint !== undefined && checkpoint.seq > head.seq) {
    fault ??= {
      seq: checkpoint.seq,
      reason: `the journal ends at block ${head.seq}, before its checkpoint`,
      derived: true,
    };
  }
  return { blocks, entries, fault: fault ?? usage.fault(head.seq) };
};

const checkpointFault = (checkpoint: Checkpoint, head: Head, atMs: number): Fault | undefined => {
  const claimed = headOfCheckpoint(checkpoint);
  const reason =
    typeof claimed === "string"
      ? claimed
      : (faultOfCheckpoint(claimed, { ...head, balance: head.account.balance, held: head.account.held }) ??
        (sameHolds(claimed.account, head.account) ? undefined : "its open holds differ from those of the journal") ??
        (sameBudgets(claimed.account, head.account, atMs)
          ? undefined
          : "its budgets differ from those of the journal"));
  return reason === undefined ? undefined : { seq: checkpoint.seq, reason: `checkpoint: ${reason}`, derived: true };
};

/** Sums the journal by day, each day as far as its projection says it goes. */
const createUsageCheck = (days: readonly UsageDay[]) => {
  const projected = new Map(days.map((day) => [day.day, day]));
  const projectedSeq = Math.max(0, ...days.map((day) => day.throughSeq));
  const sums = new Map<string, DayUsage>();
  let left: Fault | undefined;
  return {
    add(block: Parameters<typeof addBlock>[1]) {
      if (block.seq > projectedSeq) return;
      const day = dayOf(block.atMs);
      if (block.seq > (projected.get(day)?.throughSeq ?? 0)) {
        left ??= { seq: block.seq, reason: `usage: the block is left out of ${day}`, derived: true };
        return;
      }
      let usage = sums.get(day);
      if (usage === undefined) sums.set(day, (usage = usageOfRows()));
      addBlock(usage, block);
    },
    fault(lastSeq: number): Fault | undefined {
      if (left !== undefined) return left;
      if (projectedSeq > lastSeq)
        return { seq: projectedSeq, reason: `usage: the journal ends at block ${lastSeq}`, derived: true };
      for (const usage of days) {
        const difference = differenceOfUsage(usage, sums.get(usage.day) ?? usageOfRows());
        if (difference !== undefined)
          return { seq: usage.throughSeq, reason: `usage of ${usage.day}: ${difference}`, derived: true };
      }
      return undefined;
    },
  };
};
