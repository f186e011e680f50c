import { type BoundedMap, CenoteError, type Clock, type Log, type NanoMxn, sleep } from "@cenote/core";
import type { AnsweringStore } from "./answering-store";
import type { Block, Head } from "./block";
import { followBlocks } from "./checkpoint";
import { errorOfRefusal, type Refusal } from "./decide";
import { isPosting, keyOf } from "./entry";
import type { LedgerLimits } from "./limits";
import type { Postings } from "./postings";
import type { Batch, Speculation } from "./speculation";
import type { Journal } from "./store";
import { withTries } from "./with-tries";

/** For the latest calls: what a hold was refused with, or that it was closed without a charge. */
export type Fates = BoundedMap<Refusal | "closed">;

/** Makes blocks of an account's queue, and finds out who won if another writer was faster. */
export interface BlockWriter {
  /**
   * Commits the first commands of the queue and notifies their waiters. @returns Whether the head is known to be the
   * newest. Errors: overloaded; those of the store once it has failed too often.
   */
  commit(current: Speculation): Promise<boolean>;
  /** Reads the journal to its end. @returns Whether there were new blocks; the queue must then be decided again. */
  follow(current: Speculation): Promise<boolean>;
  /** Looks in the journal for the posting of this key, however long ago it was made: from then on it is remembered. */
  recall(key: string): Promise<void>;
}

export interface BlockWriterOptions {
  readonly organizationId: string;
  readonly store: Journal & Pick<AnsweringStore, "isAway">;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: LedgerLimits;
  readonly postings: Postings;
  readonly fates: Fates;
  /**
   * Called for each block added to the committed account, in order, this writer's and other replicas'. Must not throw.
   */
  readonly onBlock: (block: Block, head: Head) => void;
  /**
   * Called after `onBlock` for each block that this writer committed, with the balance before it: of all replicas only
   * one calls it for a block. None does if the process dies at this moment, or if every try of the commit ended without
   * an answer. Must not throw.
   */
  readonly onCommit: (block: Block, balanceBefore: NanoMxn) => void;
}

export const createBlockWriter = (options: BlockWriterOptions): BlockWriter => {
  const { organizationId, store, clock, log, limits, postings, fates } = options;
  const tries = { store, clock, log, limits, organizationId };
  let lastBlock = { commands: 0, atMs: 0 };
  /** When the head was last known to be in the journal. */
  let seenMs = clock.monotonicMs();

  const rest = async (): Promise<void> => {
    if (lastBlock.commands < limits.busyBlockCommands) return;
    const restMs = lastBlock.atMs + limits.busyPauseMs - clock.monotonicMs();
    if (restMs > 0) await sleep(clock, restMs);
  };

  const commit = async (current: Speculation): Promise<boolean> => {
    await rest();
    // A database that is restored while this process runs loses blocks, and would accept one that continues them.
    if (clock.monotonicMs() - seenMs >= limits.headTrustedMs && (await follow(current)).moved) current.redecide();
    let sealed = seal(current);
    for (let lostRaces = 0; lostRaces <= limits.maxLostRaces; lostRaces++) {
      const { batch, block } = sealed;
      if (block === undefined) {
        finish(current, batch);
        return lostRaces > 0;
      }
      if ((await withTries(tries, "append", () => store.append(block))) === "committed") {
        const { balance } = current.head.account;
        current.advance(block);
        observe(current, block);
        options.onCommit(block, balance);
        finish(current, batch);
        seenMs = clock.monotonicMs();
        lastBlock = { commands: batch.submissions.length, atMs: seenMs };
        return true;
      }
      const outcome = await lookWhoWon(current, batch, block);
      if (outcome === "own") return true;
      if (outcome === "other") sealed = seal(current);
      else await sleep(clock, limits.storeBackoffMs);
    }
    throw new CenoteError("overloaded", undefined, { cause: new Error(`lost ${limits.maxLostRaces} races in a row`) });
  };

  /** No block if nothing in the queue changes anything. */
  const seal = (current: Speculation): { readonly batch: Batch; readonly block: Block | undefined } => {
    const batch = current.batch(limits.maxBlockEntries);
    return {
      batch,
      block: batch.entries.length === 0 ? undefined : current.seal(organizationId, batch, Math.trunc(clock.nowMs())),
    };
  };

  /**
   * The block's seq or one of its keys is taken: by another replica, by a posting of long ago, or by this very block in
   * a try whose answer was lost. `unseen`: whatever took it can't be read yet, because reads wait for the majority and
   * the refusal did not. The same block is then tried again: if it took its own place, a different block would take it
   * for a stranger's.
   */
  const lookWhoWon = async (current: Speculation, batch: Batch, block: Block): Promise<"own" | "other" | "unseen"> => {
    const { moved, isThere } = await follow(current, block.hash);
    if (isThere) finish(current, batch);
    if (!moved && !(await findPostings(block))) return "unseen";
    current.redecide();
    return isThere ? "own" : "other";
  };

  /** @returns Also whether the block with `hash` is in the journal. */
  const follow = async (
    current: Speculation,
    hash?: string,
  ): Promise<{ readonly moved: boolean; readonly isThere: boolean }> => {
    let isThere = false;
    let moved = false;
    let { balance } = current.head.account;
    await withTries(tries, "follow", async () => {
      for await (const block of followBlocks(store, organizationId, current.head)) {
        moved = true;
        const isOwn = block.hash === hash;
        isThere ||= isOwn;
        postings.remember(block);
        observe(current, block);
        if (isOwn) options.onCommit(block, balance);
        ({ balance } = block);
      }
    });
    seenMs = clock.monotonicMs();
    return { moved, isThere };
  };

  /** Looks for postings of the block's keys before the head. @returns Whether there are any. */
  const findPostings = async (block: Block): Promise<boolean> => {
    if (block.keys.length === 0) return false;
    const keys = new Set(block.keys);
    const earlier = (await blocksWith(block.keys)).filter(({ seq }) => seq < block.seq);
    for (const found of earlier) postings.remember(found, keys);
    return earlier.some(({ entries }) => entries.some((entry) => isPosting(entry) && keys.has(keyOf(entry))));
  };

  const blocksWith = (keys: readonly string[]): Promise<readonly Block[]> =>
    withTries(tries, "find", () => store.blocksWithKeys(organizationId, keys));

  const observe = (current: Speculation, block: Block): void => {
    for (const entry of block.entries) {
      if (entry.type === "release" || entry.type === "expire") fates.set(entry.callId, "closed");
    }
    options.onBlock(block, current.head);
  };

  const finish = (current: Speculation, batch: Batch): void => {
    current.remove(batch);
    for (const submission of batch.submissions) {
      const { command, refused, waiters } = submission;
      if (refused === undefined) {
        for (const waiter of waiters) waiter.resolve();
      } else {
        if (command.type === "hold") fates.set(command.callId, refused);
        for (const waiter of waiters) waiter.reject(errorOfRefusal(refused));
      }
    }
  };

  return {
    commit,
    follow: async (current) => (await follow(current)).moved,
    async recall(key) {
      for (const found of await blocksWith([key])) postings.remember(found, new Set([key]));
    },
  };
};
