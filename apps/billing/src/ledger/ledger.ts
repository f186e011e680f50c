import type { Awaitable, NanoMxn } from "@cenote/core";
import type { Budgets, Charge } from "./charge";
import type { LedgerReads } from "./ledger-reads";

/** What the rest of billing asks of the ledger. Amounts are never negative unless said so. */
export interface Ledger extends LedgerReads {
  /**
   * Holds `amount` if anything is available; for a call with budgets, all that it may cost, up to its share of budgets
   * and balance. Decided on the account as this process knows it, before the block is durable. While the hold is open,
   * the same id gets the same answer, and the hold lasts for `ttlMs` from then. Errors: insufficient_balance, also if the
   * budget does not cover what the call needs; idempotency_conflict.
   */
  hold(organizationId: string, command: HoldCommand): Awaitable<HeldAmount>;
  /**
   * Resolves when the hold is durable. Rejects where another writer was faster: with insufficient_balance if it spent
   * the balance or a budget, with overloaded if it left enough of a budget for a smaller hold.
   * @param budgets Those that it was admitted with.
   */
  confirmHold(organizationId: string, callId: string, budgets?: Budgets): Promise<void>;
  /**
   * Raises an open hold to `amount`, never lowers it, and renews it if a `ttlMs` is given; a renewal is durable when this
   * resolves. The hold of a call with a budget grows no further than budget and balance allow, a bounded one no further
   * than the balance. Never refused: the caller decides what a negative `available` or a smaller hold means.
   */
  growHold(organizationId: string, command: GrowCommand): Promise<HeldAmount>;
  /**
   * Closes the hold and charges `amount`, whether that is more or less than was held, and even if the hold expired or
   * is unknown. Durable when it resolves. The same id again posts nothing and returns what was posted; with another
   * amount it is an idempotency_conflict, unless the same usage was only priced again (a retry after the rate or the
   * price list changed).
   */
  settle(organizationId: string, command: SettleCommand): Promise<Posted>;
  /** Closes the hold without a charge. Nothing happens where it is closed already. */
  release(organizationId: string, command: ReleaseCommand): Promise<void>;
  /** Adds money. Same id, same amount: as before; other amount: idempotency_conflict. */
  credit(organizationId: string, command: CreditCommand): Promise<Posted>;
  /**
   * Corrects the balance by a signed amount, as an entry of its own: nothing posted is ever changed. Ids as with
   * `credit`.
   */
  adjust(organizationId: string, command: CreditCommand): Promise<Posted>;
  /** Commands that wait for a commit now, over all organizations of this process. */
  waitingCommands(): number;
  /** Commits what is pending, then stops timers. */
  close(): Promise<void>;
}

export interface HoldCommand {
  /** The request id of the call. */
  readonly callId: string;
  readonly amount: NanoMxn;
  readonly ttlMs: number;
  /** The budgets of the call's client token and API key; undefined if neither has one. */
  readonly budgets?: Budgets;
  /**
   * What the call costs at least; it is admitted only if its budgets cover that. Without a budget, this and `most` mean
   * nothing.
   */
  readonly needed?: NanoMxn;
  /** What it may cost at most; the same as `amount` where absent. */
  readonly most?: NanoMxn;
  /** The id must be new: idempotency_conflict if its hold is open, or this process remembers that it was charged. */
  readonly isNew?: boolean;
}

export interface GrowCommand {
  readonly callId: string;
  readonly amount: NanoMxn;
  readonly isBounded?: boolean;
  /** From now on; the hold never expires earlier than it would have. */
  readonly ttlMs?: number;
}

export interface SettleCommand {
  readonly callId: string;
  readonly amount: NanoMxn;
  /**
   * Nothing was delivered yet: if the hold is not open, charge only if anything is available, and the budgets cover the
   * amount, else insufficient_balance; a retryable one if its hold was refused though a smaller one would have done.
   */
  readonly requiresHold?: boolean;
  /** The call never had a hold, so an open one is another call's with the same id: idempotency_conflict. */
  readonly isNew?: boolean;
  readonly charge: Charge;
}

export interface ReleaseCommand {
  readonly callId: string;
  readonly charge: Charge;
}

export interface CreditCommand {
  readonly id: string;
  readonly amount: NanoMxn;
  readonly note: string;
}

export interface HeldAmount {
  /** For this call; zero if it holds nothing. */
  readonly held: NanoMxn;
  /** Balance less all holds; may be negative. */
  readonly available: NanoMxn;
  /** What open calls leave of the scarcest of the call's budgets, if it has one; may be negative. */
  readonly budgetLeft?: NanoMxn;
}

export interface Posted {
  readonly id: string;
  /** The amount posted under this id; the first one, if the command came twice. Negative only for some adjustments. */
  readonly amount: NanoMxn;
  /** Of the posted entry; undefined except for `settle`. */
  readonly charge: Charge | undefined;
  /** The account as it is now, not as it was when the id was first seen. */
  readonly balance: NanoMxn;
  readonly available: NanoMxn;
}

/** What one block did to a balance. Open holds are no part of it. */
export interface BalanceChange {
  readonly organizationId: string;
  readonly before: NanoMxn;
  readonly after: NanoMxn;
  /** Money was added, even if the charges of the same block took more. */
  readonly credited: boolean;
}

/** A call that was charged or released. */
export interface EndedCall {
  readonly organizationId: string;
  readonly callId: string;
  readonly charge: Charge;
}
