import { type Awaitable, CenoteError, createBoundedMap, sleep, toCenoteError, ZERO_MXN } from "@cenote/core";
import { type Account, availableOf, leftOf } from "./account";
import type { Head } from "./block";
import type { AnsweringStore } from "./answering-store";
import { type BlockWriterOptions, createBlockWriter, type Fates } from "./block-writer";
import { openHead } from "./checkpoint";
import type { Command } from "./decide";
import type { HeldAmount } from "./ledger";
import { createSpeculation, type Speculation, type Submission, type Waiter } from "./speculation";
import { withTries } from "./with-tries";

type TentativeCommand = Command & { readonly type: "hold" | "grow" };

export interface GroupCommitOptions extends Omit<BlockWriterOptions, "fates"> {
  readonly store: AnsweringStore;
}

/**
 * The one writer of an organization in this process. Decides commands as they come, on the account as it will be; while
 * a block is on its way to the database the commands that follow gather for the next one. Several processes may write
 * the same organization: who loses the race for a seq follows the winner's blocks and decides again.
 */
export interface GroupCommit {
  /** Decides a hold or a growth at once and lets it become durable by itself. Errors: insufficient_balance, overloaded. */
  tentatively(command: TentativeCommand): Awaitable<HeldAmount>;
  /** Resolves when the command is durable. Errors, thrown or rejected: what it is refused with, overloaded. */
  durably(command: Command): Promise<Submission>;
  /** Resolves when the hold is durable. Errors: what it was refused with, overloaded where nobody knows of it. */
  confirm(callId: string): Promise<void>;
  /** What is committed now, at least as new as every block that was durable when this was called. It goes on changing. */
  committed(): Promise<Head>;
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

const ID_USED = "This request id was used for another call. Each call has its own.";

/** Lets the callbacks of this turn of the event loop submit too, so that what arrived together shares a block. */
const turn = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });

export const createGroupCommit = (options: GroupCommitOptions): GroupCommit => {
  const { organizationId, store, clock, log, limits, postings } = options;
  const fates: Fates = createBoundedMap(limits.maxRememberedFates);
  const writer = createBlockWriter({ ...options, fates });
  let speculation: Speculation | undefined;
  let opening: Promise<void> | undefined;
  let running = false;
  let run = Promise.resolve();
  let freshWaiters: Waiter[] = [];
  let draining = false;
  let endLinger: (() => void) | undefined;

  const open = async (): Promise<void> => {
    const head = await withTries({ store, clock, log, limits, organizationId }, "open", () => openHead({ store, organizationId, log, onBlock: postings.rememberAll }));
    speculation = createSpeculation(head, postings);
    sweep();
  };

  const isBusy = (): boolean => running || opening !== undefined;

  /**
   * Calls `use` with the account: at once where it is in memory, as it mostly is, and then the result is no promise to wait for. Else once it is
   * opened, in the very turn in which it is seen to be there, because a failed commit may take it away again.
   */
  const withAccount = <T>(use: (current: Speculation) => T): T | Promise<Awaited<T>> =>
    speculation === undefined ? onceOpen(use) : use(speculation);

  const onceOpen = async <T>(use: (current: Speculation) => T): Promise<Awaited<T>> => {
    for (;;) {
      if (speculation !== undefined) return await use(speculation);
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

  const durable = (submission: Submission): Promise<Submission> =>
    new Promise((resolve, reject) => {
      submission.waiters.push({ resolve: () => { resolve(submission); }, reject });
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
        // A commit proves that nobody else wrote since; without one the journal is asked.
        const proved = current.waiting.length > 0 && await writer.commit(current);
        if (!proved && asked.length > 0 && await writer.follow(current)) current.redecide();
        for (const waiter of asked) waiter.resolve();
      }
    } catch (error) {
      giveUp(error, [...asked, ...freshWaiters]);
    } finally {
      running = false;
    }
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

  /** To be called when a command is asked for, not when it is decided: after a commit without an answer it is decided again, and its own hold may stand. */
  const refuseUsedId = ({ account }: Speculation, command: TentativeCommand): void => {
    if (command.type !== "hold" || command.isNew !== true) return;
    if (account.open.has(command.callId) || postings.find(`settle:${command.callId}`) !== undefined) throw new CenoteError("idempotency_conflict", ID_USED);
  };

  /** Before it says no it looks again: a hold may be due, another replica may have added money or opened this hold. */
  const lookAgain = async (command: TentativeCommand, decided: Promise<HeldAmount | undefined> | undefined): Promise<HeldAmount> => {
    const first = await decided;
    if (first !== undefined) return first;
    sweep();
    await fresh();
    return withAccount((current) => {
      refuseUsedId(current, command);
      const { refused } = submit(current, command);
      if (refused !== undefined) throw new CenoteError(refused);
      return heldOf(current.account, command.callId);
    });
  };

  return {
    tentatively(command) {
      const decided = withAccount((current) => {
        refuseUsedId(current, command);
        const { refused } = submit(current, command);
        const isKnown = refused === undefined && current.account.open.has(command.callId);
        return isKnown ? heldOf(current.account, command.callId) : undefined;
      });
      return decided === undefined || decided instanceof Promise ? lookAgain(command, decided) : decided;
    },

    durably: (command) => withAccount((current) => durable(submit(current, command))),

    async confirm(callId) {
      for (let looks = 1; ; looks++) {
        const known = await withAccount((current) => {
          const waiting = current.waitingHold(callId);
          if (waiting !== undefined) return { done: durable(waiting) };
          const isDurable = current.head.account.open.has(callId) || postings.find(`settle:${callId}`) !== undefined;
          return { fate: isDurable ? "closed" as const : fates.get(callId) };
        });
        if (known.done !== undefined) {
          await known.done;
          return;
        }
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
      return withAccount((current) => current.head);
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
