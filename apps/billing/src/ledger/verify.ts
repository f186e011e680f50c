import type { Head } from "./block";
import { BrokenJournal } from "./broken-journal";
import { faultOfCheckpoint, followBlocks, genesis, headOfCheckpoint, sameBudgets, sameHolds } from "./checkpoint";
import type { Verification, VerificationStep } from "./ledger-reads";
import type { Checkpoint, JournalEnd, LedgerStore } from "./store";
import { createUsageCheck, type Fault } from "./usage-check";

/** Of one journal. */
interface Verified {
  readonly blocks: number;
  readonly entries: number;
  readonly isOver: boolean;
  readonly fault: Fault | undefined;
}

const NOTHING_YET: Verified = { blocks: 0, entries: 0, isOver: false, fault: undefined };

/** A projection that moved between two reads looks wrong, so it is looked at again. */
const DERIVED_TRIES = 3;

/** A step about every tenth of a second. */
const STEP_BLOCKS = 500;
const MAX_QUOTED_LENGTH = 200;
/** An empty journal takes as long as some blocks. */
const STEP_ORGANIZATIONS = 20;

/**
 * Recomputes journals from their first blocks, a few blocks in memory at a time: hashes, order, idempotency keys, the
 * rules of every entry, balances, holds. Then compares what is derived from them: the checkpoint and the usage
 * projection. Stops at the first fault, or where nobody takes the next step. Errors: internal_error, where a key may be
 * posted twice.
 *
 * @param journals Organizations that have a journal, of those that are verified, as is known from elsewhere.
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
    const told = { organizations, blocks, entries };
    if (verified.fault !== undefined) {
      const { seq, reason } = verified.fault;
      yield { ...told, result: { ok: false, ...told, fault: { organizationId: end.organizationId, seq, reason } } };
      return;
    }
    if (organizations % STEP_ORGANIZATIONS === 0) yield told;
  }
  const told = { organizations, blocks, entries };
  yield { ...told, result: { ok: true, ...told } };
}

/** Takes all steps. */
export const resultOf = async (steps: AsyncIterable<VerificationStep>): Promise<Verification> => {
  for await (const { result } of steps) if (result !== undefined) return result;
  throw new Error("a verification without a result");
};

interface WantedEnd extends JournalEnd {
  /** There must be blocks by now, even if there were none when ends were looked for. */
  readonly mustExist?: boolean;
}

/** A named organization is checked even if its journal is gone: data derived from it may reveal that. */
async function* endsOf(
  store: LedgerStore,
  organizationId: string | undefined,
  journals: AsyncIterable<string> | undefined,
): AsyncGenerator<WantedEnd> {
  const told = new Set<string>();
  for await (const end of store.ends(organizationId)) {
    told.add(end.organizationId);
    yield end;
  }
  for await (const id of journals ?? []) {
    if (told.has(id)) continue;
    told.add(id);
    yield { organizationId: id, lastSeq: 0, mustExist: true };
  }
  if (told.size === 0 && organizationId !== undefined) yield { organizationId, lastSeq: 0 };
}

/** The last that it yields is over. */
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

/** Whoever wrote it may have given it any id. */
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
