import { CenoteError, ChurnMap, type Log, nanoMxn } from "@cenote/core";
import { type AccountState, type BudgetUse, emptyState, mayBeForgotten, type OpenHold } from "./account-state";
import { type Block, followBlock, GENESIS_HASH, type Head } from "./block";
import { BrokenJournal } from "./broken-journal";
import type { Checkpoint, Checkpoints, Journal } from "./store";

const RESTORED = "was the database restored meanwhile?";

export const genesis = (): Head => ({ seq: 0, hash: GENESIS_HASH, state: emptyState() });

export const checkpointOf = (organizationId: string, head: Head): Checkpoint => ({
  organizationId,
  seq: head.seq,
  hash: head.hash,
  balance: head.state.balance,
  held: head.state.held,
  openHolds: [...head.state.openHolds].map(([callId, hold]) => ({ callId, ...hold })),
  ...(head.state.budgets.size > 0 && {
    budgets: [...head.state.budgets].map(([id, { limit, spent, expiresAtMs }]) => ({
      id,
      limit,
      spent,
      expiresAtMs,
    })),
  }),
});

/** The head that a checkpoint represents, or its fault. */
export const headOfCheckpoint = (checkpoint: Checkpoint): Head | string => {
  const { seq, hash, balance, held, openHolds } = checkpoint;
  const sum = openHolds.reduce((total, hold) => total + hold.amount, 0n);
  if (sum !== held) return `held ${held} differs from the sum of open holds ${sum}`;
  const holds = new ChurnMap(openHolds.map(({ callId, ...hold }) => [callId, hold] as const));
  const state = { balance, held, openHolds: holds, budgets: budgetsOf(checkpoint), latestForgettingMs: 0 };
  return { seq, hash, state };
};

const budgetsOf = ({ openHolds, budgets = [] }: Checkpoint): Map<string, BudgetUse> => {
  const heldBy = new Map<string, bigint>();
  for (const { budgetIds = [], amount } of openHolds) {
    for (const id of budgetIds) heldBy.set(id, (heldBy.get(id) ?? 0n) + amount);
  }
  return new Map(budgets.map(({ id, ...use }) => [id, { ...use, held: nanoMxn(heldBy.get(id) ?? 0n) }]));
};

/** The fault of a checkpoint's head, given the block it was made at; undefined if they agree. */
export const faultOfCheckpoint = (
  head: Head,
  block: Pick<Block, "seq" | "hash" | "balance" | "held"> | undefined,
): string | undefined => {
  if (block === undefined || block.seq !== head.seq) return `there is no block ${head.seq}`;
  if (block.hash !== head.hash) return `its hash differs from that of block ${head.seq}`;
  if (block.balance !== head.state.balance || block.held !== head.state.held)
    return `its sums differ from those of block ${head.seq}`;
  return undefined;
};

/**
 * Moves `head` to the end of the journal, block by block. The head's own block is read too: a database restored from a
 * backup may have lost it, and a block built on it would leave a permanent gap. Errors: internal_error if the journal is
 * broken; overloaded if the head's block is missing, as it may be for a moment after a failover.
 */
export async function* followBlocks(journal: Journal, organizationId: string, head: Head): AsyncGenerator<Block> {
  const { seq, hash } = head;
  let isThere = seq === 0;
  for await (const block of journal.blocksAfter(organizationId, Math.max(0, seq - 1))) {
    if (block.seq === seq) {
      if (block.hash !== hash) throw new BrokenJournal(organizationId, seq, `it was another block: ${RESTORED}`);
      isThere = true;
      continue;
    }
    const fault = block.organizationId === organizationId ? followBlock(head, block) : "it belongs to another journal";
    if (fault !== undefined) throw new BrokenJournal(organizationId, block.seq, fault);
    yield block;
  }
  if (!isThere)
    throw new CenoteError("overloaded", undefined, {
      cause: new Error(`block ${seq}, which was committed, is no longer in the journal: ${RESTORED}`),
    });
}

export interface OpenHeadOptions {
  readonly store: Journal & Checkpoints;
  readonly organizationId: string;
  readonly log: Log;
  /** Called for each block after the checkpoint. */
  readonly onBlock: (block: Block) => void;
}

/** Reads an account: its checkpoint and the blocks after it, or all blocks if the checkpoint does not match them. */
export const openHead = async ({ store, organizationId, log, onBlock }: OpenHeadOptions): Promise<Head> => {
  const checkpoint = await store.readCheckpoint(organizationId);
  const head = checkpoint === undefined ? undefined : await trustedHead(store, checkpoint, log);
  const opened = head ?? genesis();
  for await (const block of followBlocks(store, organizationId, opened)) onBlock(block);
  return opened;
};

const trustedHead = async (journal: Journal, checkpoint: Checkpoint, log: Log): Promise<Head | undefined> => {
  const { organizationId, seq } = checkpoint;
  const head = headOfCheckpoint(checkpoint);
  const [block] = await journal.blocksBefore(organizationId, seq + 1, 1);
  const fault = typeof head === "string" ? head : faultOfCheckpoint(head, block);
  if (typeof head !== "string" && fault === undefined) return head;
  log.error({ organizationId, seq, fault }, "a ledger checkpoint does not match its journal and is ignored");
  return undefined;
};

export const sameHolds = (left: AccountState, right: AccountState): boolean =>
  left.openHolds.size === right.openHolds.size &&
  [...left.openHolds].every(([callId, hold]) => {
    const other = right.openHolds.get(callId);
    return other?.amount === hold.amount && other.expiresAtMs === hold.expiresAtMs && sameBudgetIds(other, hold);
  });

const sameBudgetIds = ({ budgetIds: left = [] }: OpenHold, { budgetIds: right = [] }: OpenHold): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index]);

/**
 * Whether the budgets of a checkpoint equal those of the journal, except for budgets that earlier versions may have
 * forgotten. If the journal has the budget, its expiry there decides: a checkpoint with another expiry could hide
 * spending.
 */
export const sameBudgets = (checkpoint: AccountState, journal: AccountState, atMs: number): boolean =>
  [...new Set([...checkpoint.budgets.keys(), ...journal.budgets.keys()])].every((id) => {
    const [claimed, known] = [checkpoint.budgets.get(id), journal.budgets.get(id)];
    const use = known ?? claimed;
    if (use === undefined || mayBeForgotten(journal, use, atMs)) return true;
    return (
      claimed?.limit === known?.limit &&
      claimed?.spent === known?.spent &&
      claimed?.held === known?.held &&
      claimed?.expiresAtMs === known?.expiresAtMs
    );
  });
