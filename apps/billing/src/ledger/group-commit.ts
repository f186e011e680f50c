import { CenoteError, type Clock, createBoundedMap, type ErrorCode, type Log, sleep, toCenoteError, ZERO_MXN } from "@cenote/core";
import { type Account, availableOf, leftOf } from "./account";
import type { Block, Head } from "./block";
import { followJournal, openHead } from "./checkpoint";
import type { Command } from "./decide";
import { isPosting, keyOf } from "./entry";
import type { HeldAmount } from "./ledger";
import type { LedgerLimits } from "./limits";
import type { Postings } from "./postings";
import { type Batch, createSpeculation, type Speculation, type Submission, type Waiter } from "./speculation";
import type { Checkpoints, Journal } from "./store";
import { within, withTries } from "./with-tries";

export interface GroupCommitOptions {
  readonly organizationId: string;
  readonly store: Journal & Checkpoints;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: LedgerLimits;
  readonly postings: Postings;
  /** Called for each block that joins the committed account, in order, be it this writer's or another replica's. Must not throw. */
  readonly onBlock: (block: Block, head: Head) => void;
}

/**
 * The one writer of an organization in this process. Decides commands as they come, on the account as it will be; while
 * a block is on its way to the database the commands that follow gather for the next one. Several processes may write
 * the same organization: who loses the race for a seq follows the winner's blocks and decides again.
 */
export interface GroupCommit {
  /** Decides a hold or a growth at once and lets it become durable by itself. Errors: insufficient_balance, overloaded. */
  tentatively(command: Command & { readonly type: "hold" | "grow" }): Promise<HeldAmount>;
  /** Resolves when the command is durable. Errors: what it is refused with, overloaded. */
  durably(command: Command): Promise<Submission>;
  /** Resolves when the hold is durable. Errors: what it was refused with, overloaded where nobody knows of it. */
  confirm(callId: string): Promise<void>;
  /** The committed account, at least as new as every block that was durable when this was called. */
  committed(): Promise<Account>;
  /** Closes holds that are due. */
  sweep(): void;
  isIdle(): boolean;
  /** Commands that wait for a commit. */
  waitingCommands(): number;
  /** Where the account stands; undefined where it is not in memory. */
  head(): Head | undefined;
  /** Resolves when nothing is under way any more. */
  drained(): Promise<void>;
}

const heldOf = (account: Account, callId: string): HeldAmount => {
  const hold = account.open.get(callId);
  const id = hold?.budgetId;
  const limit = id === undefined ? undefined : account.budgets.get(id)?.limit;
  return {
    held: hold?.amount ?? ZERO_MXN,
    available: availableOf(account),
    ...(id !== undefined && limit !== undefined && { budgetLeft: leftOf(account, { id, limit }) }),
  };
};

/** Lets the callbacks of this turn of the event loop submit too, so that what arrived together shares a block. */
const turn = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });

export const createGroupCommit = (options: GroupCommitOptions): GroupCommit => {
  const { organizationId, store, clock, log, limits, postings } = options;
  const tries = { clock, log, limits, organizationId };
  const fates = createBoundedMap<ErrorCode | "closed">(limits.maxRememberedFates);
  let speculation: Speculation | undefined;
  let opening: Promise<void> | undefined;
  let running = false;
  let run = Promise.resolve();
  let freshWaiters: Waiter[] = [];
  let draining = false;
  let endLinger: (() => void) | undefined;
  let lastBlock = { commands: 0, atMs: 0 };

  const open = async (): Promise<void> => {
    const head = await withTries(tries, "open", () => openHead({ store, organizationId, log, onBlock: postings.rememberAll }));
    speculation = createSpeculation(head, postings);
    sweep();
  };

  const isBusy = (): boolean => running || opening !== undefined;

  /** Calls `use` in the very turn in which the account is known to be there, mostly this one: a failed commit takes it away. */
  const withAccount = <T>(use: (current: Speculation) => T): T | Promise<T> =>
    speculation === undefined ? onceOpen(use) : use(speculation);

  const onceOpen = async <T>(use: (current: Speculation) => T): Promise<T> => {
    for (;;) {
      if (speculation !== undefined) return use(speculation);
      await (opening ??= open().finally(() => { opening = undefined; }));
    }
  };

  const wake = (): void => {
    if (running) return;
    running = true;
    run = work();
  };

  const submit = (current: Speculation, command: Command): Submission => {
    // New calls are turned away first, so that those under way can still be closed.
    const limit = command.type === "hold" ? limits.maxWaitingCommands / 2 : limits.maxWaitingCommands;
    if (current.waiting.length >= limit && command.type !== "expire") throw new CenoteError("overloaded");
    const submission = current.submit(command);
    if (current.waiting.length > 0) wake();
    return submission;
  };

  const durable = (submission: Submission): Promise<void> =>
    new Promise((resolve, reject) => {
      submission.waiters.push({ resolve, reject });
      endLinger?.();
    });

  const fresh = (): Promise<void> =>
    new Promise((resolve, reject) => {
      freshWaiters.push({ resolve, reject });
      endLinger?.();
      wake();
    });

  const work = async (): Promise<void> => {
    await turn();
    let asked: Waiter[] = [];
    try {
      const current = await withAccount((account) => account);
      while (current.waiting.length > 0 || freshWaiters.length > 0) {
        if (!isAwaited(current)) await linger();
        asked = freshWaiters;
        freshWaiters = [];
        if (current.waiting.length > 0) await pause();
        // A commit proves that nobody else wrote since; without one the journal is asked.
        const proved = current.waiting.length > 0 && await commit(current);
        if (!proved && asked.length > 0 && (await follow(current)).moved) current.redecide();
        for (const waiter of asked) waiter.resolve();
      }
    } catch (error) {
      giveUp(error, [...asked, ...freshWaiters]);
    } finally {
      running = false;
    }
  };

  const pause = async (): Promise<void> => {
    if (lastBlock.commands < limits.busyBlockCommands) return;
    const restMs = lastBlock.atMs + limits.busyPauseMs - clock.monotonicMs();
    if (restMs > 0) await sleep(clock, restMs);
  };

  const isAwaited = (current: Speculation): boolean =>
    draining || freshWaiters.length > 0 || current.waiting.some(({ waiters }) => waiters.length > 0);

  /** Until somebody waits for what is in the queue, at most `holdLingerMs`. */
  const linger = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = clock.setTimer(resolve, limits.holdLingerMs);
      endLinger = () => {
        timer.cancel();
        resolve();
      };
    });

  /** Commits the first commands that wait. Returns whether the head is known to be the newest. */
  const commit = async (current: Speculation): Promise<boolean> => {
    let sealed = seal(current);
    for (let lostRaces = 0; lostRaces <= limits.maxLostRaces; lostRaces++) {
      const { batch, block } = sealed;
      if (block === undefined) {
        finish(current, batch);
        return lostRaces > 0;
      }
      if (await withTries(tries, "append", () => within(clock, limits.commitTimeoutMs, store.append(block))) === "committed") {
        current.advance(block);
        observe(current, block);
        finish(current, batch);
        lastBlock = { commands: batch.submissions.length, atMs: clock.monotonicMs() };
        return true;
      }
      const outcome = await lookWhoWon(current, batch, block);
      if (outcome === "own") return true;
      if (outcome === "other") sealed = seal(current);
      else await sleep(clock, limits.storeBackoffMs);
    }
    throw new CenoteError("overloaded", undefined, { cause: new Error(`lost ${limits.maxLostRaces} races in a row`) });
  };

  /** Without a block where nothing that waits changes anything. */
  const seal = (current: Speculation): { readonly batch: Batch; readonly block: Block | undefined } => {
    const batch = current.batch(limits.maxBlockEntries);
    return { batch, block: batch.entries.length === 0 ? undefined : current.seal(organizationId, batch, Math.trunc(clock.nowMs())) };
  };

  /**
   * The block's seq or one of its keys is taken: by another replica, by a posting of long ago, or by the block itself in a
   * try whose answer was lost. `unseen`: reads wait for the majority and the refusal did not, so the same block is tried
   * again; another one could take its own ghost for a stranger.
   */
  const lookWhoWon = async (current: Speculation, batch: Batch, block: Block): Promise<"own" | "other" | "unseen"> => {
    const { moved, isThere } = await follow(current, block.hash);
    if (isThere) finish(current, batch);
    if (!moved && !await findPostings(block)) return "unseen";
    current.redecide();
    return isThere ? "own" : "other";
  };

  /** Follows the journal to its end. Returns whether it went on, and whether the block of `hash` is in it. */
  const follow = async (current: Speculation, hash?: string): Promise<{ readonly moved: boolean; readonly isThere: boolean }> => {
    let isThere = false;
    let moved = false;
    await withTries(tries, "follow", () => followJournal(store, organizationId, current.head, (block) => {
      moved = true;
      isThere ||= block.hash === hash;
      postings.rememberAll(block);
      observe(current, block);
    }));
    return { moved, isThere };
  };

  /** Looks behind the head for postings of the block's keys. Returns whether there are any. */
  const findPostings = async (block: Block): Promise<boolean> => {
    if (block.keys.length === 0) return false;
    const standing = await withTries(tries, "find", () => store.blocksWithKeys(organizationId, block.keys));
    const keys = new Set(block.keys);
    const earlier = standing.filter(({ seq }) => seq < block.seq);
    for (const found of earlier) postings.rememberAll(found);
    return earlier.some(({ entries }) => entries.some((entry) => isPosting(entry) && keys.has(keyOf(entry))));
  };

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
        for (const waiter of waiters) waiter.reject(new CenoteError(refused));
      }
    }
  };

  /** What is in memory can't be trusted after a failure: everybody is told, and the next command opens the account anew. */
  const giveUp = (thrown: unknown, asked: readonly Waiter[]): void => {
    const error = toCenoteError(thrown);
    const waiting = speculation?.waiting ?? [];
    log.error({ organizationId, commands: waiting.length, error: error.cause ?? error }, "commands of the ledger were given up");
    speculation = undefined;
    freshWaiters = [];
    for (const { command, waiters } of waiting) {
      if (command.type === "hold") fates.set(command.callId, error.code);
      for (const waiter of waiters) waiter.reject(error);
    }
    for (const waiter of asked) waiter.reject(error);
  };

  const sweep = (): void => {
    const nowMs = clock.nowMs();
    speculation?.forgetEndedBudgets(nowMs);
    if (speculation?.hasDueHold(nowMs) === true) submit(speculation, { type: "expire", nowMs });
  };

  return {
    async tentatively(command) {
      const first = await withAccount((current) => {
        const { refused } = submit(current, command);
        const isKnown = refused === undefined && current.account.open.has(command.callId);
        return isKnown ? heldOf(current.account, command.callId) : undefined;
      });
      if (first !== undefined) return first;
      // Before it says no it looks again: a hold may be due, another replica may have added money or opened this hold.
      sweep();
      await fresh();
      return withAccount((current) => {
        const { refused } = submit(current, command);
        if (refused !== undefined) throw new CenoteError(refused);
        return heldOf(current.account, command.callId);
      });
    },

    async durably(command) {
      const { submission, done } = await withAccount((current) => {
        const submission = submit(current, command);
        return { submission, done: durable(submission) };
      });
      await done;
      return submission;
    },

    async confirm(callId) {
      for (let looks = 1; ; looks++) {
        const known = await withAccount((current) => {
          const waiting = current.waitingHold(callId);
          if (waiting !== undefined) return { done: durable(waiting) };
          const isDurable = current.head.account.open.has(callId) || postings.find(`settle:${callId}`) !== undefined;
          return { fate: isDurable ? "closed" as const : fates.get(callId) };
        });
        if (known.done !== undefined) return known.done;
        if (known.fate === "closed") return undefined;
        if (known.fate !== undefined) throw new CenoteError(known.fate);
        if (looks > limits.confirmTries) throw new CenoteError("overloaded", "The hold of this call is not known.");
        // Perhaps another replica let the call in and commits it right now.
        if (looks > 1) await sleep(clock, limits.storeBackoffMs * 2 ** (looks - 2));
        await fresh();
      }
    },

    async committed() {
      await fresh();
      return withAccount((current) => current.head.account);
    },

    sweep,
    isIdle: () => !isBusy(),
    waitingCommands: () => speculation?.waiting.length ?? 0,
    head: () => speculation?.head,
    async drained() {
      draining = true;
      endLinger?.();
      while (isBusy()) {
        await opening?.catch(() => {});
        await run;
      }
      draining = false;
    },
  };
};
