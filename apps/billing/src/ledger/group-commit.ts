import { type Awaitable, CenoteError, createBoundedMap, hasErrorCode, sleep, ZERO_MXN } from "@cenote/core";
import { type Account, availableOf, budgetsOf, leftOf } from "./account";
import { createAccountInMemory } from "./account-in-memory";
import type { AnsweringStore } from "./answering-store";
import type { Block, Head } from "./block";
import { type BlockWriterOptions, createBlockWriter, type Fates } from "./block-writer";
import type { Budgets } from "./charge";
import { openHead } from "./checkpoint";
import { createCommitLoop } from "./commit-loop";
import { type Command, errorOfRefusal, isCovered, outrunSettlement } from "./decide";
import { settlementKeyOf } from "./entry";
import type { HeldAmount } from "./ledger";
import { createSpeculation, type Speculation, type Submission } from "./speculation";
import { withTries } from "./with-tries";

type TentativeCommand = Command & { readonly type: "hold" | "grow" };
type SettlementCommand = Command & { readonly type: "settle" };

export interface GroupCommitOptions extends Omit<BlockWriterOptions, "fates"> {
  readonly store: AnsweringStore;
  /** Called for each block after its checkpoint when the account is opened, perhaps not for the first time. */
  readonly onReplayed: (block: Block) => void;
}

/**
 * This process's only writer for an organization. It decides each command at once, on the account as it will be when
 * everything queued is committed; commands that arrive while a block is being written share the next one. Several
 * processes may write the same organization: one that loses the race for a seq reads the winner's blocks and decides
 * again.
 */
export interface GroupCommit {
  /**
   * Decides a hold or its growth at once; it becomes durable in the background, but for the growth of a hold with a
   * budget and for a renewal, which are durable when this resolves. Errors: insufficient_balance, overloaded.
   */
  tentatively(command: TentativeCommand): Awaitable<HeldAmount>;
  /** Resolves when the command is durable. Errors, thrown or rejected: what it is refused with, overloaded. */
  durably(command: Command): Promise<Submission>;
  /**
   * Releases a call's hold, durably. If the hold is unknown it is waited for: another replica may be about to commit
   * it, or a commit without an answer may still arrive, and then nothing would close it before it expires. Errors:
   * overloaded.
   */
  release(command: Command & { readonly type: "release" }): Promise<void>;
  /**
   * Resolves when the hold is durable. Errors: what it was refused with; if no hold of the call is found,
   * insufficient_balance where nothing is available or left of its budgets, otherwise overloaded.
   */
  confirm(callId: string, budgets: Budgets | undefined): Promise<void>;
  /**
   * The committed account, with every block that was durable when this was called. A live object: later commits change
   * it.
   */
  committed(): Promise<Head>;
  /** Closes holds that are due. */
  sweep(): void;
  isIdle(): boolean;
  /** Commands that wait for a commit. */
  waitingCommands(): number;
  /** The committed account; undefined if it is not in memory. */
  head(): Head | undefined;
  /** Resolves when nothing is under way. */
  drained(): Promise<void>;
}

const heldOf = (account: Account, callId: string): HeldAmount => {
  const hold = account.open.get(callId);
  const budgetLeft = hold === undefined ? undefined : leftOf(account, budgetsOf(account, hold));
  return {
    held: hold?.amount ?? ZERO_MXN,
    available: availableOf(account),
    ...(budgetLeft !== undefined && { budgetLeft }),
  };
};

/** Another replica decided the hold, and this one never learns how: what is left tells what it would be refused with. */
const withoutHold = (account: Account, budgets: Budgets | undefined): CenoteError =>
  isCovered(account, leftOf(account, budgets), ZERO_MXN)
    ? new CenoteError("overloaded", "No money could be set aside for this call. Retry.")
    : new CenoteError("insufficient_balance");

const ID_USED = "This request id was used for another call. Each call has its own.";

export const createGroupCommit = (options: GroupCommitOptions): GroupCommit => {
  const { organizationId, store, clock, log, limits, postings } = options;
  const fates: Fates = createBoundedMap(limits.maxRememberedFates);
  const writer = createBlockWriter({ ...options, fates });
  const account = createAccountInMemory({
    open: async () => createSpeculation(await readHead(), postings),
    onOpened: () => {
      sweep();
    },
  });
  const loop = createCommitLoop({ organizationId, account, writer, fates, clock, log, limits });

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

  /** No hold of the call will come any more. One whose commit was given up may still arrive. */
  const isOver = (callId: string): boolean => {
    const fate = fates.get(callId);
    return fate === "closed" || fate === "insufficient_balance" || fate === "outrun" || isSettled(callId);
  };

  const submit = (current: Speculation, command: Command): Submission => {
    // New calls are turned away first, so that those under way can still be closed.
    const limit = command.type === "hold" ? limits.maxWaitingCommands / 2 : limits.maxWaitingCommands;
    if (current.waiting.length >= limit && command.type !== "expire") throw new CenoteError("overloaded");
    const submission = current.submit(command);
    if (current.waiting.length > 0) loop.wake();
    return submission;
  };

  const sweep = (): void => {
    const { current } = account;
    const nowMs = clock.nowMs();
    if (current?.hasDueHold(nowMs) === true) submit(current, { type: "expire", nowMs });
  };

  /**
   * A new call's hold that is neither refused nor changes anything has found its id taken. That is told here and not in
   * `decide`: a command that is decided again, after a commit without an answer, may meet its own hold.
   */
  const submitTentative = (current: Speculation, command: TentativeCommand): Submission => {
    const submission = submit(current, command);
    const changesNothing = submission.refused === undefined && submission.entries.length === 0;
    if (command.type === "hold" && command.isNew === true && changesNothing)
      throw new CenoteError("idempotency_conflict", ID_USED);
    return submission;
  };

  /**
   * Before a refusal the journal is read once more: a hold may be due, another replica may have added money or opened
   * this hold.
   */
  const lookAgain = async (
    command: TentativeCommand,
    decided: Promise<HeldAmount | undefined> | undefined,
  ): Promise<HeldAmount> => {
    const first = await decided;
    if (first !== undefined) return first;
    sweep();
    await loop.fresh();
    return account.use((current) => {
      const submission = submitTentative(current, command);
      if (submission.refused !== undefined) throw errorOfRefusal(submission.refused);
      return toldOf(current, command, submission);
    });
  };

  const durably = (command: Command): Promise<Submission> =>
    account.use((current) => loop.durable(submit(current, command)));

  /**
   * Before a refusal the journal is asked, as for a hold. Above all the call may have been charged already: long ago, by
   * another replica, or before a restart. To refuse it now would take its answer away and keep the charge.
   */
  const settleUndelivered = (command: SettlementCommand): Promise<Submission> =>
    durably(command).catch(async (error: unknown) => {
      if (!hasErrorCode(error, "insufficient_balance")) throw error;
      sweep();
      await loop.fresh();
      await writer.recall(settlementKeyOf(command.callId));
      return durably(command).catch((refusal: unknown) => {
        const isOutrun = hasErrorCode(refusal, "insufficient_balance") && fates.get(command.callId) === "outrun";
        throw isOutrun ? outrunSettlement() : refusal;
      });
    });

  /**
   * What a call with a budget is told, it spends. A hold that loses a race stays that large or is refused; a growth, which
   * is never refused, might shrink. Nor may a renewal be lost: its caller asks for the next one only shortly before this
   * one ends.
   */
  const onceDurable = async (growth: Submission, callId: string): Promise<HeldAmount> => {
    await loop.durable(growth);
    return account.use((current) => heldOf(current.account, callId));
  };

  const toldOf = (
    { account: ahead }: Speculation,
    command: TentativeCommand,
    submission: Submission,
  ): Awaitable<HeldAmount> => {
    const { callId } = command;
    const hasBudget = ahead.open.get(callId)?.budgetIds !== undefined;
    const isTentative = command.type === "hold" || (!hasBudget && command.expiresAtMs === undefined);
    return isTentative || submission.entries.length === 0 ? heldOf(ahead, callId) : onceDurable(submission, callId);
  };

  /** Reads the journal again: another replica may have admitted the call and be committing it right now. */
  const lookLater = async (looks: number): Promise<void> => {
    if (looks > 1) await sleep(clock, limits.storeBackoffMs * 2 ** (looks - 2));
    await loop.fresh();
  };

  return {
    tentatively(command) {
      const decided = account.use((current) => {
        const submission = submitTentative(current, command);
        const isHeld = submission.refused === undefined && current.account.open.has(command.callId);
        return isHeld ? toldOf(current, command, submission) : undefined;
      });
      return decided === undefined || decided instanceof Promise ? lookAgain(command, decided) : decided;
    },

    durably: (command) =>
      command.type === "settle" && command.requiresHold === true ? settleUndelivered(command) : durably(command),

    async release(command) {
      for (let looks = 1; ; looks++) {
        const { entries } = await durably(command);
        if (entries.length > 0 || isOver(command.callId) || looks > limits.confirmTries) return;
        await lookLater(looks);
      }
    },

    async confirm(callId, budgets) {
      for (let looks = 1; ; looks++) {
        const known = await account.use((current) => {
          const waiting = current.waitingHold(callId);
          if (waiting !== undefined) return { done: loop.durable(waiting) };
          const isDurable = current.head.account.open.has(callId) || isSettled(callId);
          return { fate: isDurable ? ("closed" as const) : fates.get(callId), account: current.account };
        });
        if (known.done !== undefined) {
          await known.done;
          return;
        }
        if (known.fate === "closed") return;
        if (known.fate !== undefined) throw errorOfRefusal(known.fate);
        if (looks > limits.confirmTries) throw withoutHold(known.account, budgets);
        await lookLater(looks);
      }
    },

    async committed() {
      await loop.fresh();
      return account.use((current) => current.head);
    },

    sweep,
    isIdle: () => loop.isIdle(),
    waitingCommands: () => account.current?.waiting.length ?? 0,
    head: () => account.current?.head,
    drained: () => loop.drained(),
  };
};
