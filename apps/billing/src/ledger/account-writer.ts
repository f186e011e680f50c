import { type Awaitable, CenoteError, createBoundedMap, hasErrorCode, sleep, ZERO_MXN } from "@cenote/core";
import { type AccountState, availableOf, budgetsOf, leftOf } from "./account-state";
import { createLazyAccount } from "./lazy-account";
import type { AnsweringStore } from "./answering-store";
import type { Block, Head } from "./block";
import { type BlockWriterOptions, createBlockWriter, type HoldOutcomes } from "./block-writer";
import type { Budgets } from "./charge";
import { openHead } from "./checkpoint";
import { createCommitLoop } from "./commit-loop";
import { type Command, errorOfRefusal, isCovered, outrunSettlement } from "./decide";
import { settlementKeyOf } from "./entry";
import type { HeldAmount } from "./ledger";
import { createOpenAccount, type OpenAccount, type Submission } from "./open-account";
import { withTries } from "./with-tries";

type TentativeCommand = Command & { readonly type: "hold" | "grow" };
type SettlementCommand = Command & { readonly type: "settle" };

export interface AccountWriterOptions extends Omit<BlockWriterOptions, "holdOutcomes"> {
  readonly store: AnsweringStore;
  /** Called for each block after the checkpoint when the account is opened; for the same block at every opening. */
  readonly onReplayed: (block: Block) => void;
}

/**
 * This process's only writer to an organization's account. It decides each command at once, on the pending state: the
 * committed state plus everything queued. Commits are grouped: commands that arrive while a block is being written share
 * the next one. Several processes may write the same account. One that loses the race for a seq reads the winner's blocks
 * and decides its queue again.
 */
export interface AccountWriter {
  /**
   * Decides a hold or its growth at once. It becomes durable in the background. Two exceptions are durable when this
   * resolves: a renewal, and the growth of a hold with a budget. Errors: insufficient_balance, idempotency_conflict,
   * overloaded.
   */
  tentatively(command: TentativeCommand): Awaitable<HeldAmount>;
  /** Resolves when the command is durable. Errors, thrown or rejected: its refusal, overloaded. */
  durably(command: Command): Promise<Submission>;
  /**
   * Releases a call's hold, durably. Retries while the hold is unknown: another replica may be about to commit it, or a
   * commit without an answer may still arrive, and nothing else would close the hold before it expires. Errors:
   * overloaded.
   */
  release(command: Command & { readonly type: "release" }): Promise<void>;
  /**
   * Resolves when the hold is durable. Errors: its refusal. If the hold is not found: insufficient_balance if nothing is
   * available or left of its budgets, otherwise overloaded.
   */
  confirm(callId: string, budgets: Budgets | undefined): Promise<void>;
  /** The committed head, with every block that was durable when this was called. Live: later commits change it. */
  committed(): Promise<Head>;
  /** Closes expired holds. */
  sweep(): void;
  isIdle(): boolean;
  /** Commands that wait for a commit. */
  waitingCommands(): number;
  /** The committed head; undefined if the account is not in memory. */
  head(): Head | undefined;
  /** Resolves when the queue is empty and nothing is in progress. */
  drained(): Promise<void>;
}

const heldOf = (state: AccountState, callId: string): HeldAmount => {
  const hold = state.openHolds.get(callId);
  const budgetLeft = hold === undefined ? undefined : leftOf(state, budgetsOf(state, hold));
  return {
    held: hold?.amount ?? ZERO_MXN,
    available: availableOf(state),
    ...(budgetLeft !== undefined && { budgetLeft }),
  };
};

/** Another replica decided the hold, and its reason is unknown here. It is inferred from what is left. */
const errorOfMissingHold = (state: AccountState, budgets: Budgets | undefined): CenoteError =>
  isCovered(state, leftOf(state, budgets), ZERO_MXN)
    ? new CenoteError("overloaded", "No money could be set aside for this call. Retry.")
    : new CenoteError("insufficient_balance");

const ID_USED = "This request id was used for another call. Each call has its own.";

export const createAccountWriter = (options: AccountWriterOptions): AccountWriter => {
  const { organizationId, store, clock, log, limits, postings } = options;
  const holdOutcomes: HoldOutcomes = createBoundedMap(limits.maxRememberedOutcomes);
  const blockWriter = createBlockWriter({ ...options, holdOutcomes });
  const lazyAccount = createLazyAccount({
    open: async () => createOpenAccount(await readHead(), postings),
    onOpened: () => {
      sweep();
    },
  });
  const loop = createCommitLoop({ organizationId, lazyAccount, blockWriter, holdOutcomes, clock, log, limits });

  const readHead = (): Promise<Head> =>
    withTries({ store, clock, log, limits, organizationId }, "open", () =>
      openHead({
        store,
        organizationId,
        log,
        onBlock(block) {
          postings.remember(block);
          options.onReplayed(block);
        },
      }),
    );

  const isSettled = (callId: string): boolean => postings.find(settlementKeyOf(callId)) !== undefined;

  /** No hold of the call can appear any more. One whose commit was given up still can. */
  const isOver = (callId: string): boolean => {
    const outcome = holdOutcomes.get(callId);
    return outcome === "closed" || outcome === "insufficient_balance" || outcome === "outrun" || isSettled(callId);
  };

  const submit = (account: OpenAccount, command: Command): Submission => {
    // New calls are rejected first, so that open calls can still be closed.
    const limit = command.type === "hold" ? limits.maxWaitingCommands / 2 : limits.maxWaitingCommands;
    if (account.queue.length >= limit && command.type !== "expire") throw new CenoteError("overloaded");
    const submission = account.submit(command);
    if (account.queue.length > 0) loop.wake();
    return submission;
  };

  const sweep = (): void => {
    const { current } = lazyAccount;
    const nowMs = clock.nowMs();
    if (current?.hasDueHold(nowMs) === true) submit(current, { type: "expire", nowMs });
  };

  /**
   * If a new call's hold is neither refused nor changes anything, its id is taken. `decide` can't reject that: a command
   * that is decided again, after a commit without an answer, may find its own hold.
   */
  const submitTentative = (account: OpenAccount, command: TentativeCommand): Submission => {
    const submission = submit(account, command);
    const changesNothing = submission.refused === undefined && submission.entries.length === 0;
    if (command.type === "hold" && command.isNew === true && changesNothing)
      throw new CenoteError("idempotency_conflict", ID_USED);
    return submission;
  };

  /** Before a refusal the journal is read: a hold may be due, another replica may have added money or opened this hold. */
  const retryOnFreshState = async (
    command: TentativeCommand,
    decided: Promise<HeldAmount | undefined> | undefined,
  ): Promise<HeldAmount> => {
    const first = await decided;
    if (first !== undefined) return first;
    sweep();
    await loop.fresh();
    return lazyAccount.use((account) => {
      const submission = submitTentative(account, command);
      if (submission.refused !== undefined) throw errorOfRefusal(submission.refused);
      return answerOf(account, command, submission);
    });
  };

  const durably = (command: Command): Promise<Submission> =>
    lazyAccount.use((account) => loop.durable(submit(account, command)));

  /**
   * Before a refusal the journal is read, as for a hold. The call may have been charged already: long ago, by another
   * replica, or before a restart. A refusal would then withhold the answer and keep the charge.
   */
  const settleUndelivered = (command: SettlementCommand): Promise<Submission> =>
    durably(command).catch(async (error: unknown) => {
      if (!hasErrorCode(error, "insufficient_balance")) throw error;
      sweep();
      await loop.fresh();
      await blockWriter.recall(settlementKeyOf(command.callId));
      return durably(command).catch((refusal: unknown) => {
        const isOutrun = hasErrorCode(refusal, "insufficient_balance") && holdOutcomes.get(command.callId) === "outrun";
        throw isOutrun ? outrunSettlement() : refusal;
      });
    });

  /**
   * A call with a budget spends the amount that this returns. When a race is lost, a hold keeps its amount or is refused,
   * but a growth, which is never refused, might shrink. A renewal may not be lost either: its caller renews again only
   * shortly before this one ends.
   */
  const onceDurable = async (growth: Submission, callId: string): Promise<HeldAmount> => {
    await loop.durable(growth);
    return lazyAccount.use((account) => heldOf(account.pendingState, callId));
  };

  const answerOf = (
    { pendingState }: OpenAccount,
    command: TentativeCommand,
    submission: Submission,
  ): Awaitable<HeldAmount> => {
    const { callId } = command;
    const hasBudget = pendingState.openHolds.get(callId)?.budgetIds !== undefined;
    const isTentative = command.type === "hold" || (!hasBudget && command.expiresAtMs === undefined);
    return isTentative || submission.entries.length === 0
      ? heldOf(pendingState, callId)
      : onceDurable(submission, callId);
  };

  /** Reads the journal again, with backoff: another replica may have admitted the call and be committing it now. */
  const refresh = async (tries: number): Promise<void> => {
    if (tries > 1) await sleep(clock, limits.storeBackoffMs * 2 ** (tries - 2));
    await loop.fresh();
  };

  return {
    tentatively(command) {
      const decided = lazyAccount.use((account) => {
        const submission = submitTentative(account, command);
        const isHeld = submission.refused === undefined && account.pendingState.openHolds.has(command.callId);
        return isHeld ? answerOf(account, command, submission) : undefined;
      });
      return decided === undefined || decided instanceof Promise ? retryOnFreshState(command, decided) : decided;
    },

    durably: (command) =>
      command.type === "settle" && command.requiresHold === true ? settleUndelivered(command) : durably(command),

    async release(command) {
      for (let tries = 1; ; tries++) {
        const { entries } = await durably(command);
        if (entries.length > 0 || isOver(command.callId) || tries > limits.confirmTries) return;
        await refresh(tries);
      }
    },

    async confirm(callId, budgets) {
      for (let tries = 1; ; tries++) {
        const known = await lazyAccount.use((account) => {
          const queued = account.queuedHold(callId);
          if (queued !== undefined) return { done: loop.durable(queued) };
          const isDurable = account.head.state.openHolds.has(callId) || isSettled(callId);
          return { outcome: isDurable ? ("closed" as const) : holdOutcomes.get(callId), state: account.pendingState };
        });
        if (known.done !== undefined) {
          await known.done;
          return;
        }
        if (known.outcome === "closed") return;
        if (known.outcome !== undefined) throw errorOfRefusal(known.outcome);
        if (tries > limits.confirmTries) throw errorOfMissingHold(known.state, budgets);
        await refresh(tries);
      }
    },

    async committed() {
      await loop.fresh();
      return lazyAccount.use((account) => account.head);
    },

    sweep,
    isIdle: () => loop.isIdle(),
    waitingCommands: () => lazyAccount.current?.queue.length ?? 0,
    head: () => lazyAccount.current?.head,
    drained: () => loop.drained(),
  };
};
