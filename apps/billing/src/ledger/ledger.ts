import type { Awaitable, NanoMxn } from "@cenote/core";
import type { Budgets, Charge } from "./charge";
import type { LedgerReads } from "./ledger-reads";

/** The ledger's interface to the rest of billing. Amounts are never negative unless stated. */
export interface Ledger extends LedgerReads {
  /**
   * Holds `amount` if anything is available. A call with budgets holds its maximum cost, up to its share of budgets and
   * balance. Decided on the state that this process knows, before the block is durable. Idempotent while the hold is open:
   * the same id returns the same amount and renews the hold for `ttlMs`. Errors: insufficient_balance, also if a budget
   * does not cover what the call needs; idempotency_conflict; overloaded.
   */
  hold(organizationId: string, command: HoldCommand): Awaitable<HeldAmount>;
  /**
   * Resolves when the hold is durable. Errors, if another writer was faster: insufficient_balance if it spent the balance
   * or a budget; overloaded if it left enough of a budget for a smaller hold.
   * @param budgets The budgets that the call was admitted with.
   */
  confirmHold(organizationId: string, callId: string, budgets?: Budgets): Promise<void>;
  /**
   * Raises an open hold to `amount` (never lowers it), and renews it if `ttlMs` is given. A renewal is durable when this
   * resolves. With a budget, the hold grows as far as budget and balance allow; a bounded one as far as the balance. Never
   * refused: the caller decides what a negative `available` or a smaller hold means.
   */
  growHold(organizationId: string, command: GrowCommand): Promise<HeldAmount>;
  /**
   * Closes the hold and charges `amount`, whether that is more or less than was held, and even if the hold expired or is
   * unknown. Durable when it resolves. Idempotent: the same id again posts nothing and returns the first posting. Another
   * amount is an idempotency_conflict, unless it is the same usage at another price (a retry after the rate or the price
   * list changed).
   */
  settle(organizationId: string, command: SettleCommand): Promise<Posted>;
  /** Closes the hold without a charge. No effect if it is closed already. */
  release(organizationId: string, command: ReleaseCommand): Promise<void>;
  /** Adds money. Idempotent by id; with another amount, idempotency_conflict. */
  credit(organizationId: string, command: CreditCommand): Promise<Posted>;
  /**
   * Corrects the balance by a signed amount, in an entry of its own: a posted entry never changes. Ids as with
   * `credit`.
   */
  adjust(organizationId: string, command: CreditCommand): Promise<Posted>;
  /** Commands that wait for a commit, over all organizations of this process. */
  waitingCommands(): number;
  /** Stops timers and commits what is pending. */
  close(): Promise<void>;
}

export interface HoldCommand {
  /** The request id of the call. */
  readonly callId: string;
  readonly amount: NanoMxn;
  readonly ttlMs: number;
  /** The budgets of the call's client token and API key; undefined if neither has one. */
  readonly budgets?: Budgets;
  /** The call's minimum cost, which its budgets must cover. Without a budget, this and `most` have no effect. */
  readonly needed?: NanoMxn;
  /** The call's maximum cost; `amount` by default. */
  readonly most?: NanoMxn;
  /** The id must be new: idempotency_conflict if its hold is open, or if this process remembers its charge. */
  readonly isNew?: boolean;
}

export interface GrowCommand {
  readonly callId: string;
  readonly amount: NanoMxn;
  readonly isBounded?: boolean;
  /** From now; a hold's expiry never moves earlier. */
  readonly ttlMs?: number;
}

export interface SettleCommand {
  readonly callId: string;
  readonly amount: NanoMxn;
  /**
   * Nothing was delivered yet. If the hold is not open, the charge requires that something is available and the budgets
   * cover the amount; otherwise insufficient_balance, retryable if the hold was refused but a smaller one would have fit.
   */
  readonly requiresHold?: boolean;
  /** The call never had a hold. An open one belongs to another call with the same id: idempotency_conflict. */
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
  /** For this call; zero without an open hold. */
  readonly held: NanoMxn;
  /** Balance less all holds; may be negative. */
  readonly available: NanoMxn;
  /** The least that is left of the call's budgets, open holds deducted; may be negative. Absent without a budget. */
  readonly budgetLeft?: NanoMxn;
}

export interface Posted {
  readonly id: string;
  /** The amount posted under this id: the first one, if the command was repeated. Negative only for adjustments. */
  readonly amount: NanoMxn;
  /** Of the posted entry; only for `settle`. */
  readonly charge: Charge | undefined;
  /** Current, not as of the first posting. */
  readonly balance: NanoMxn;
  readonly available: NanoMxn;
}

/** How one block changed a balance. Holds are not considered. */
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
