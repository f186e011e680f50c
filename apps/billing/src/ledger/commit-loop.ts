import { type Clock, type Log, toCenoteError } from "@cenote/core";
import type { LazyAccount } from "./lazy-account";
import type { BlockWriter, HoldOutcomes } from "./block-writer";
import type { LedgerLimits } from "./limits";
import type { OpenAccount, Submission, Waiter } from "./open-account";

export interface CommitLoopOptions {
  readonly organizationId: string;
  readonly lazyAccount: LazyAccount;
  readonly blockWriter: BlockWriter;
  readonly holdOutcomes: HoldOutcomes;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<LedgerLimits, "holdLingerMs">;
}

/** Commits an account's queue, one block after the other, until it is empty. */
export interface CommitLoop {
  /** Neither a commit nor an opening of the account is in progress. */
  isIdle(): boolean;
  /** Starts the loop unless it runs. */
  wake(): void;
  /** Resolves when the submission is durable. Errors: its refusal, overloaded. */
  durable(submission: Submission): Promise<Submission>;
  /** Resolves when the head includes every block that was durable when this was called. Errors: overloaded. */
  fresh(): Promise<void>;
  /** Resolves when the loop is idle. From now on commits do not linger. */
  drained(): Promise<void>;
}

/** Other callbacks of this turn of the event loop submit first: commands that arrive together share a block. */
const endOfTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

export const createCommitLoop = ({
  organizationId,
  lazyAccount,
  blockWriter,
  holdOutcomes,
  clock,
  log,
  limits,
}: CommitLoopOptions): CommitLoop => {
  let running = false;
  let run = Promise.resolve();
  let freshWaiters: Waiter[] = [];
  let draining = false;
  let endLinger: (() => void) | undefined;

  const isBusy = (): boolean => running || lazyAccount.isOpening;

  const wake = (): void => {
    if (running) return;
    running = true;
    run = work();
  };

  const work = async (): Promise<void> => {
    await endOfTurn();
    let served: Waiter[] = [];
    try {
      const account = await lazyAccount.use((opened) => opened);
      while (account.queue.length > 0 || freshWaiters.length > 0) {
        if (!hasWaiters(account)) await linger();
        served = freshWaiters;
        freshWaiters = [];
        // A commit proves that no other writer was faster. Without one, the journal is read.
        const isNewest = account.queue.length > 0 && (await blockWriter.commit(account));
        if (!isNewest && served.length > 0 && (await blockWriter.follow(account))) account.redecide();
        for (const waiter of served) waiter.resolve();
      }
    } catch (error) {
      giveUp(error, [...served, ...freshWaiters]);
    } finally {
      running = false;
    }
  };

  const hasWaiters = (account: OpenAccount): boolean =>
    draining || freshWaiters.length > 0 || account.queue.some(({ waiters }) => waiters.length > 0);

  /** Waits until a caller awaits a command of the queue, at most `holdLingerMs`. */
  const linger = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = clock.setTimer(resolve, limits.holdLingerMs);
      endLinger = () => {
        timer.cancel();
        resolve();
      };
    });

  /** After a failure the account in memory can't be trusted. All waiters are rejected; the next command opens it again. */
  const giveUp = (thrown: unknown, served: readonly Waiter[]): void => {
    const error = toCenoteError(thrown);
    const queue = lazyAccount.current?.queue ?? [];
    log.error({ organizationId, commands: queue.length, error: error.cause ?? error }, "ledger commands were given up");
    lazyAccount.forget();
    freshWaiters = [];
    for (const { command, waiters } of queue) {
      if (command.type === "hold") holdOutcomes.set(command.callId, error.code);
      for (const waiter of waiters) waiter.reject(error);
    }
    for (const waiter of served) waiter.reject(error);
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
        await lazyAccount.opened();
        await run;
      }
    },
  };
};
