import { type Clock, createBackground, createBoundedMap, type Log, type NanoMxn } from "@cenote/core";
import type { AnsweringStore } from "./answering-store";
import type { Block, Head } from "./block";
import { checkpointOf } from "./checkpoint";
import { createAccountWriter, type AccountWriter } from "./account-writer";
import type { LedgerLimits } from "./limits";
import { createPostings } from "./postings";

export interface AccountCacheOptions {
  readonly store: AnsweringStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: LedgerLimits;
  readonly onBlock: (block: Block) => void;
  /** See `AccountWriterOptions`. */
  readonly onReplayed: (block: Block) => void;
  /** See `BlockWriterOptions`. */
  readonly onCommit: (block: Block, balanceBefore: NanoMxn) => void;
}

/**
 * The accounts that this process has in memory, each behind its writer. The longest idle are evicted when there are too
 * many. Writes a checkpoint of each now and then.
 */
export interface AccountCache {
  get(organizationId: string): AccountWriter;
  /** Undefined if the account is not in memory. Does not count as use. */
  find(organizationId: string): AccountWriter | undefined;
  all(): Iterable<AccountWriter>;
  /** Commits all queues and writes checkpoints. */
  close(): Promise<void>;
}

interface Slot {
  readonly writer: AccountWriter;
  usedAtMs: number;
  /** There are blocks after the last checkpoint. */
  hasNewBlocks: boolean;
}

/** Fraction of the accounts evicted at a time: the search for idle accounts, which sorts them, is rare then. */
const EVICTED_FRACTION = 0.1;

export const createAccountCache = (options: AccountCacheOptions): AccountCache => {
  const { store, clock, log, limits } = options;
  const slots = new Map<string, Slot>();
  const postingTexts = createBoundedMap<string>(limits.maxRememberedPostings);
  const background = createBackground({ log });

  const openSlot = (organizationId: string): Slot => {
    if (slots.size >= limits.maxAccounts) evictIdle();
    const slot: Slot = {
      writer: createAccountWriter({
        organizationId,
        store,
        clock,
        log,
        limits,
        postings: createPostings(organizationId, postingTexts),
        onBlock(block, head) {
          slot.hasNewBlocks = true;
          if (block.seq % limits.checkpointEveryBlocks === 0) checkpoint(organizationId, slot, head);
          options.onBlock(block);
        },
        onReplayed: options.onReplayed,
        onCommit: options.onCommit,
      }),
      usedAtMs: 0,
      hasNewBlocks: false,
    };
    slots.set(organizationId, slot);
    return slot;
  };

  /** In parallel with commits. A lost checkpoint only makes the next opening slower. */
  const checkpoint = (organizationId: string, slot: Slot, head: Head): void => {
    slot.hasNewBlocks = false;
    const writing = store.writeCheckpoint(checkpointOf(organizationId, head)).catch((error: unknown) => {
      log.warn({ organizationId, error }, "a ledger checkpoint was not written");
    });
    background.run("a ledger checkpoint", writing);
  };

  const checkpointNewBlocks = (organizationId: string, slot: Slot): void => {
    const head = slot.writer.head();
    if (slot.hasNewBlocks && head !== undefined) checkpoint(organizationId, slot, head);
  };

  const evictIdle = (): void => {
    const idle = [...slots].filter(([, slot]) => slot.writer.isIdle()).sort(([, a], [, b]) => a.usedAtMs - b.usedAtMs);
    for (const [organizationId, slot] of idle.slice(0, Math.ceil(limits.maxAccounts * EVICTED_FRACTION))) {
      slots.delete(organizationId);
      checkpointNewBlocks(organizationId, slot);
    }
  };

  return {
    get(organizationId) {
      const slot = slots.get(organizationId) ?? openSlot(organizationId);
      slot.usedAtMs = clock.monotonicMs();
      return slot.writer;
    },
    find: (organizationId) => slots.get(organizationId)?.writer,
    *all() {
      for (const slot of slots.values()) yield slot.writer;
    },
    async close() {
      for (const [organizationId, slot] of slots) {
        await slot.writer.drained();
        checkpointNewBlocks(organizationId, slot);
      }
      await background.idle();
    },
  };
};
