import { type Clock, type Log, toCenoteError } from "@cenote/core";
import type { AccountInMemory } from "./account-in-memory";
import type { BlockWriter, Fates } from "./block-writer";
import type { LedgerLimits } from "./limits";
import type { Speculation, Submission, Waiter } from "./speculation";

export interface CommitLoopOptions {
  readonly organizationId: string;
  readonly account: AccountInMemory;
  readonly writer: BlockWriter;
  readonly fates: Fates;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<LedgerLimits, "holdLingerMs">;
}

/** Commits an account's queue, one block after the other, for as long as anything waits. */
export interface CommitLoop {
  /** Neither a commit nor an opening of the account is under way. */
  isIdle(): boolean;
  /** Starts the loop unless it runs. */
  wake(): void;
  /** Resolves when the submission is durable. Errors: what it is refused with, overloaded. */
  durable(submission: Submission): Promise<Submission>;
  /** Resolves when the account has every block that was durable when this was called. */
  fresh(): Promise<void>;
  /** Resolves when nothing is under way. From now on commits are not delayed. */
  drained(): Promise<void>;
}

/** Lets the other callbacks of this turn of the event loop submit too, so that what arrived together shares a block. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

export const createCommitLoop = ({
  organizationId,
  account,
  writer,
  fates,
  clock,
  log,
  limits,
}: CommitLoopOptions): CommitLoop => {
  let running = false;
  let run = Promise.resolve();
  let freshWaiters: Waiter[] = [];
  let draining = false;
  let endLinger: (() => void) | undefined;

  const isBusy = (): boolean => running || account.isOpening;

  const wake = (): void => {
    if (running) return;
    running = true;
    run = work();
  };

  const work = async (): Promise<void> => {
    await turn();
    let asked: Waiter[] = [];
    try {
      const current = await account.use((opened) => opened);
      while (current.waiting.length > 0 || freshWaiters.length > 0) {
        if (!isAwaited(current)) await linger();
        asked = freshWaiters;
        freshWaiters = [];
        // A commit proves that no other writer has written since. Without one, the journal is read.
        const proved = current.waiting.length > 0 && (await writer.commit(current));
        if (!proved && asked.length > 0 && (await writer.follow(current))) current.redecide();
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

  /**
   * After a failure the account in memory can't be trusted: everything that waits is rejected, and the next command
   * opens the account again.
   */
  const giveUp = (thrown: unknown, asked: readonly Waiter[]): void => {
    const error = toCenoteError(thrown);
    const waiting = account.current?.waiting ?? [];
    log.error(
      { organizationId, commands: waiting.length, error: error.cause ?? error },
      "ledger commands were given up",
    );
    account.forget();
    freshWaiters = [];
    for (const { command, waiters } of waiting) {
      if (command.type === "hold") fates.set(command.callId, error.code);
      for (const waiter of waiters) waiter.reject(error);
    }
    for (const waiter of asked) waiter.reject(error);
  };

  return {
    isIdle: () => !isBusy(),
    wake,
    durable: (submission) =>
      new Promise((resolve, reject) => {
        submission.waiters.push({
          resolve: () => {
            resolve(submission);
          },
          reject,
        });
        endLinger?.();
      }),
    fresh: () =>
      new Promise((resolve, reject) => {
        freshWaiters.push({ resolve, reject });
        endLinger?.();
        wake();
      }),
    async drained() {
      draining = true;
      endLinger?.();
      while (isBusy()) {
        await account.opened();
        await run;
      }
    },
  };
};
