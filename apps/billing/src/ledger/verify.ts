import type { Head } from "./block";
import { BrokenJournal } from "./broken-journal";
import { faultOfCheckpoint, followBlocks, genesis, headOfCheckpoint, sameBudgets, sameHolds } from "./checkpoint";
import type { Verification, VerificationStep } from "./ledger-reads";
import type { Checkpoint, JournalEnd, LedgerStore } from "./store";
import { createUsageCheck, type Fault } from "./usage-check";

/** Progress or result for one journal. */
interface Verified {
  readonly blocks: number;
  readonly entries: number;
  readonly isOver: boolean;
  readonly fault: Fault | undefined;
}

const NOTHING_YET: Verified = { blocks: 0, entries: 0, isOver: false, fault: undefined };

/** A projection that changed between two reads looks inconsistent, so it is read again. */
const DERIVED_TRIES = 3;

/** Blocks per step: about a tenth of a second. */
const STEP_BLOCKS = 500;
const MAX_QUOTED_LENGTH = 200;
/** Organizations per step: an empty journal takes as long as some blocks. */
const STEP_ORGANIZATIONS = 20;

/**
 * Recomputes journals from their first blocks, a few blocks in memory at a time: hashes, order, idempotency keys, the
 * rules of every entry, balances, holds. Then compares the derived data: the checkpoint and the usage projection. Stops at
 * the first fault, or when the caller stops iterating. Errors: internal_error if the unique index on keys is missing.
 *
 * @param journals Organizations, of those to verify, that are known from elsewhere to have a journal.
 */
export async function* verifySteps(
  store: LedgerStore,
  organizationId?: string,
  journals?: AsyncIterable<string>,
): AsyncGenerator<VerificationStep> {
  let [organizations, blocks, entries] = [0, 0, 0];
  for await (const end of endsOf(store, organizationId, journals)) {
    let verified = NOTHING_YET;
    for await (verified of verifyOrganization(store, end))
      if (!verified.isOver)
        yield { organizations, blocks: blocks + verified.blocks, entries: entries + verified.entries };
    organizations++;
    blocks += verified.blocks;
    entries += verified.entries;
    const totals = { organizations, blocks, entries };
    if (verified.fault !== undefined) {
      const { seq, reason } = verified.fault;
      yield { ...totals, result: { ok: false, ...totals, fault: { organizationId: end.organizationId, seq, reason } } };
      return;
    }
    if (organizations % STEP_ORGANIZATIONS === 0) yield totals;
  }
  const totals = { organizations, blocks, entries };
  yield { ...totals, result: { ok: true, ...totals } };
}

/** Runs all steps. */
export const resultOf = async (steps: AsyncIterable<VerificationStep>): Promise<Verification> => {
  for await (const { result } of steps) if (result !== undefined) return result;
  throw new Error("a verification without a result");
};

interface WantedEnd extends JournalEnd {
  /** The journal must have blocks by now, even if it had none when ends were listed. */
  readonly mustExist?: boolean;
}

/** A named organization is checked even if its journal is gone: its derived data may reveal that. */
async function* endsOf(
  store: LedgerStore,
  organizationId: string | undefined,
  journals: AsyncIterable<string> | undefined,
): AsyncGenerator<WantedEnd> {
  const listed = new Set<string>();
  for await (const end of store.ends(organizationId)) {
    listed.add(end.organizationId);
    yield end;
  }
  for await (const id of journals ?? []) {
    if (listed.has(id)) continue;
    listed.add(id);
    yield { organizationId: id, lastSeq: 0, mustExist: true };
  }
  if (listed.size === 0 && organizationId !== undefined) yield { organizationId, lastSeq: 0 };
}

/** Yields progress, and last the result, with `isOver`. */
async function* verifyOrganization(store: LedgerStore, end: WantedEnd): AsyncGenerator<Verified> {
  for (let tries = 1; ; tries++) {
    for await (const verified of verifyOnce(store, end)) {
      const isTriedAgain = verified.fault?.derived === true && tries < DERIVED_TRIES;
      if (isTriedAgain) break;
      yield verified;
      if (verified.isOver) return;
    }
  }
}

async function* verifyOnce(store: LedgerStore, end: WantedEnd): AsyncGenerator<Verified> {
  const { organizationId, lastSeq, strayId, mustExist = false } = end;
  const checkpoint = await store.readCheckpoint(organizationId);
  const usage = await createUsageCheck(store, organizationId);
  const head = genesis();
  let blocks = 0;
  let entries = 0;
  let fault: Fault | undefined;
  try {
    for await (const block of followBlocks(store, organizationId, head)) {
      blocks++;
      entries += block.entries.length;
      usage.add(block);
      if (usage.isDue(block.seq)) await usage.compare(block.seq);
      if (block.seq === checkpoint?.seq) fault ??= checkpointFault(checkpoint, head, block.atMs);
      if (blocks % STEP_BLOCKS === 0) yield { blocks, entries, isOver: false, fault: undefined };
    }
    if (head.seq < lastSeq) throw new BrokenJournal(organizationId, head.seq + 1, `block ${head.seq + 1} is missing`);
    if (head.seq === 0 && mustExist) throw new BrokenJournal(organizationId, 0, "its journal is gone");
    if (strayId !== undefined)
      throw new BrokenJournal(
        organizationId,
        0,
        `among its blocks is one that is not in the journal: ${quoted(strayId)}`,
      );
  } catch (error) {
    if (!(error instanceof BrokenJournal)) throw error;
    const { seq, reason } = error;
    yield { blocks, entries, isOver: true, fault: { seq, reason, derived: false } };
    return;
  }
  if (checkpoint !== undefined && checkpoint.seq > head.seq) {
    fault ??= {
      seq: checkpoint.seq,
      reason: `the journal ends at block ${head.seq}, before its checkpoint`,
      derived: true,
    };
  }
  yield { blocks, entries, isOver: true, fault: fault ?? usage.fault(head.seq) };
}

/** Its writer may have chosen any text. */
const quoted = (id: string): string => JSON.stringify(id.slice(0, MAX_QUOTED_LENGTH));

const checkpointFault = (checkpoint: Checkpoint, head: Head, atMs: number): Fault | undefined => {
  const claimed = headOfCheckpoint(checkpoint);
  const reason =
    typeof claimed === "string"
      ? claimed
      : (faultOfCheckpoint(claimed, { ...head, balance: head.state.balance, held: head.state.held }) ??
        (sameHolds(claimed.state, head.state) ? undefined : "its open holds differ from those of the journal") ??
        (sameBudgets(claimed.state, head.state, atMs) ? undefined : "its budgets differ from those of the journal"));
  return reason === undefined ? undefined : { seq: checkpoint.seq, reason: `checkpoint: ${reason}`, derived: true };
};
