import { type Clock, createBackground, createBoundedMap, type Log, type NanoMxn } from "@cenote/core";
import type { AnsweringStore } from "./answering-store";
import type { Block, Head } from "./block";
import { checkpointOf } from "./checkpoint";
import { createGroupCommit, type GroupCommit } from "./group-commit";
import type { LedgerLimits } from "./limits";
import { createPostings } from "./postings";

export interface AccountsOptions {
  readonly store: AnsweringStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: LedgerLimits;
  readonly onBlock: (block: Block) => void;
  /** As of the group commit. */
  readonly onReplayed: (block: Block) => void;
  /** As of the block writer. */
  readonly onCommit: (block: Block, balanceBefore: NanoMxn) => void;
}

/** The accounts in memory: opened on demand, evicted when there are too many, with an occasional checkpoint. */
export interface Accounts {
  get(organizationId: string): GroupCommit;
  /** The account if it is in memory. It does not count as used. */
  find(organizationId: string): GroupCommit | undefined;
  all(): Iterable<GroupCommit>;
  /** Commits what waits and writes checkpoints. */
  close(): Promise<void>;
}

interface Slot {
  readonly account: GroupCommit;
  usedAtMs: number;
  /** Blocks were seen since the last checkpoint. */
  isAhead: boolean;
}

/** Share of the accounts evicted at a time, so that searching for idle ones is rare. */
const DROPPED_SHARE = 0.1;

export const createAccounts = (options: AccountsOptions): Accounts => {
  const { store, clock, log, limits } = options;
  const slots = new Map<string, Slot>();
  const postingTexts = createBoundedMap<string>(limits.maxRememberedPostings);
  const background = createBackground({ log });

  const openSlot = (organizationId: string): Slot => {
    if (slots.size >= limits.maxAccounts) dropIdle();
    const slot: Slot = {
      account: createGroupCommit({
        organizationId,
        store,
        clock,
        log,
        limits,
        postings: createPostings(organizationId, postingTexts),
        onBlock(block, head) {
          slot.isAhead = true;
          if (block.seq % limits.checkpointEveryBlocks === 0) checkpoint(organizationId, slot, head);
          options.onBlock(block);
        },
        onReplayed: options.onReplayed,
        onCommit: options.onCommit,
      }),
      usedAtMs: 0,
      isAhead: false,
    };
    slots.set(organizationId, slot);
    return slot;
  };

  /** Written in parallel with commits; losing one only makes the next opening slower. */
  const checkpoint = (organizationId: string, slot: Slot, head: Head): void => {
    slot.isAhead = false;
    const writing = store.writeCheckpoint(checkpointOf(organizationId, head)).catch((error: unknown) => {
      log.warn({ organizationId, error }, "a ledger checkpoint was not written");
    });
    background.run("a ledger checkpoint", writing);
  };

  const checkpointIfAhead = (organizationId: string, slot: Slot): void => {
    const head = slot.account.head();
    if (slot.isAhead && head !== undefined) checkpoint(organizationId, slot, head);
  };

  const dropIdle = (): void => {
    const idle = [...slots].filter(([, slot]) => slot.account.isIdle()).sort(([, a], [, b]) => a.usedAtMs - b.usedAtMs);
    for (const [organizationId, slot] of idle.slice(0, Math.ceil(limits.maxAccounts * DROPPED_SHARE))) {
      slots.delete(organizationId);
      checkpointIfAhead(organizationId, slot);
    }
  };

  return {
    get(organizationId) {
      const slot = slots.get(organizationId) ?? openSlot(organizationId);
      slot.usedAtMs = clock.monotonicMs();
      return slot.account;
    },
    find: (organizationId) => slots.get(organizationId)?.account,
    *all() {
      for (const slot of slots.values()) yield slot.account;
    },
    async close() {
      for (const [organizationId, slot] of slots) {
        await slot.account.drained();
        checkpointIfAhead(organizationId, slot);
      }
      await background.idle();
    },
  };
};
