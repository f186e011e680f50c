import { type BoundedMap, CenoteError, type Clock, type Log, type NanoMxn, sleep } from "@cenote/core";
import type { AnsweringStore } from "./answering-store";
import type { Block, Head } from "./block";
import { followBlocks } from "./checkpoint";
import { errorOfRefusal, type Refusal } from "./decide";
import { isPosting, keyOf } from "./entry";
import type { LedgerLimits } from "./limits";
import type { Postings } from "./postings";
import type { Batch, OpenAccount } from "./open-account";
import type { Journal } from "./store";
import { withTries } from "./with-tries";

/** By call id, for the latest calls: why the hold was refused, or `closed` if it ended without a charge. */
export type HoldOutcomes = BoundedMap<Refusal | "closed">;

/** Commits an account's queue in blocks, and resolves lost races against other writers. */
export interface BlockWriter {
  /**
   * Commits the first commands of the queue and notifies their waiters. @returns Whether the head is known to be the
   * newest. Errors: overloaded; the store's error after its last retry.
   */
  commit(account: OpenAccount): Promise<boolean>;
  /** Reads the journal to its end. @returns Whether there were new blocks. The queue must then be decided again. */
  follow(account: OpenAccount): Promise<boolean>;
  /** Reads the posting of this key from the journal, whatever its age, and remembers it. */
  recall(key: string): Promise<void>;
}

export interface BlockWriterOptions {
  readonly organizationId: string;
  readonly store: Journal & Pick<AnsweringStore, "isAway">;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: LedgerLimits;
  readonly postings: Postings;
  readonly holdOutcomes: HoldOutcomes;
  /** Called for each block added to the committed head, in order: this writer's and other replicas'. Must not throw. */
  readonly onBlock: (block: Block, head: Head) => void;
  /**
   * Called after `onBlock` for each block that this writer committed, with the balance before it. At most one replica
   * calls it for a block. None does if the process dies at this moment, or if no attempt of the commit got an answer.
   * Must not throw.
   */
  readonly onCommit: (block: Block, balanceBefore: NanoMxn) => void;
}

export const createBlockWriter = (options: BlockWriterOptions): BlockWriter => {
  const { organizationId, store, clock, log, limits, postings, holdOutcomes } = options;
  const tries = { store, clock, log, limits, organizationId };
  let lastBlock = { commands: 0, atMs: 0 };
  /** When the head was last known to be the newest block of the journal. */
  let headSeenMs = clock.monotonicMs();

  const pauseIfBusy = async (): Promise<void> => {
    if (lastBlock.commands < limits.busyBlockCommands) return;
    const pauseMs = lastBlock.atMs + limits.busyPauseMs - clock.monotonicMs();
    if (pauseMs > 0) await sleep(clock, pauseMs);
  };

  const commit = async (account: OpenAccount): Promise<boolean> => {
    await pauseIfBusy();
    // A database restored from a backup has lost blocks, yet would accept a block that continues them.
    if (clock.monotonicMs() - headSeenMs >= limits.headTrustedMs && (await follow(account)).moved) account.redecide();
    let sealed = seal(account);
    for (let lostRaces = 0; lostRaces <= limits.maxLostRaces; lostRaces++) {
      const { batch, block } = sealed;
      if (block === undefined) {
        finish(account, batch);
        return lostRaces > 0;
      }
      if ((await withTries(tries, "append", () => store.append(block))) === "committed") {
        const { balance } = account.head.state;
        account.advance(block);
        observe(account, block);
        options.onCommit(block, balance);
        finish(account, batch);
        headSeenMs = clock.monotonicMs();
        lastBlock = { commands: batch.submissions.length, atMs: headSeenMs };
        return true;
      }
      const outcome = await resolveLostRace(account, batch, block);
      if (outcome === "own") return true;
      if (outcome === "other") sealed = seal(account);
      else await sleep(clock, limits.storeBackoffMs);
    }
    throw new CenoteError("overloaded", undefined, { cause: new Error(`lost ${limits.maxLostRaces} races in a row`) });
  };

  /** No block if no command of the batch has entries. */
  const seal = (account: OpenAccount): { readonly batch: Batch; readonly block: Block | undefined } => {
    const batch = account.batch(limits.maxBlockEntries);
    return {
      batch,
      block: batch.entries.length === 0 ? undefined : account.seal(organizationId, batch, Math.trunc(clock.nowMs())),
    };
  };

  /**
   * The block's seq or one of its keys is taken: by another replica, by an old posting, or by this very block, in an
   * attempt whose answer was lost. `unseen`: the winner can't be read yet, because reads wait for the majority and the
   * refusal did not. The same block is then appended again. A different one could not be recognised as a duplicate of the
   * first, if that is the winner.
   */
  const resolveLostRace = async (
    account: OpenAccount,
    batch: Batch,
    block: Block,
  ): Promise<"own" | "other" | "unseen"> => {
    const { moved, isThere } = await follow(account, block.hash);
    if (isThere) finish(account, batch);
    if (!moved && !(await findPostings(block))) return "unseen";
    account.redecide();
    return isThere ? "own" : "other";
  };

  /** @returns Whether the head moved, and whether the block with `hash` is among the new blocks. */
  const follow = async (
    account: OpenAccount,
    hash?: string,
  ): Promise<{ readonly moved: boolean; readonly isThere: boolean }> => {
    let isThere = false;
    let moved = false;
    let { balance } = account.head.state;
    await withTries(tries, "follow", async () => {
      for await (const block of followBlocks(store, organizationId, account.head)) {
        moved = true;
        const isOwn = block.hash === hash;
        isThere ||= isOwn;
        postings.remember(block);
        observe(account, block);
        if (isOwn) options.onCommit(block, balance);
        ({ balance } = block);
      }
    });
    headSeenMs = clock.monotonicMs();
    return { moved, isThere };
  };

  /** Reads postings of the block's keys from earlier blocks and remembers them. @returns Whether there are any. */
  const findPostings = async (block: Block): Promise<boolean> => {
    if (block.keys.length === 0) return false;
    const keys = new Set(block.keys);
    const earlier = (await blocksWith(block.keys)).filter(({ seq }) => seq < block.seq);
    for (const found of earlier) postings.remember(found, keys);
    return earlier.some(({ entries }) => entries.some((entry) => isPosting(entry) && keys.has(keyOf(entry))));
  };

  const blocksWith = (keys: readonly string[]): Promise<readonly Block[]> =>
    withTries(tries, "find", () => store.blocksWithKeys(organizationId, keys));

  const observe = (account: OpenAccount, block: Block): void => {
    for (const entry of block.entries) {
      if (entry.type === "release" || entry.type === "expire") holdOutcomes.set(entry.callId, "closed");
    }
    options.onBlock(block, account.head);
  };

  const finish = (account: OpenAccount, batch: Batch): void => {
    account.remove(batch);
    for (const submission of batch.submissions) {
      const { command, refused, waiters } = submission;
      if (refused === undefined) {
        for (const waiter of waiters) waiter.resolve();
      } else {
        if (command.type === "hold") holdOutcomes.set(command.callId, refused);
        for (const waiter of waiters) waiter.reject(errorOfRefusal(refused));
      }
    }
  };

  return {
    commit,
    follow: async (account) => (await follow(account)).moved,
    async recall(key) {
      for (const found of await blocksWith([key])) postings.remember(found, new Set([key]));
    },
  };
};
