import type { NanoMxn } from "@cenote/core";
import type { Cost } from "@cenote/pricing";
import type { Budgets, CallRecord, UsageLine } from "../ledger/charge";
import type { HeldAmount } from "../ledger/ledger";
import type { LimitState } from "../limits/call-limits";

/** Who pays for a call, and its request id. */
export interface Caller {
  /** The request id. */
  readonly callId: string;
  readonly organizationId: string;
  /** Empty for a service that acts on the organization's behalf. */
  readonly keyId: string;
  /** The budgets of the call's client token and API key. */
  readonly budgets?: Budgets | undefined;
}

/** The steps of a call in billing: admit, confirm, perhaps grow, then settle or release. */
export interface Admission {
  /**
   * Checks, in this order: model, exchange rate, limits, balance. Resolves with the decision; the hold may not be durable
   * yet. Errors: model_not_found, invalid_request_error, overloaded, rate_limit_exceeded, insufficient_balance
   * (of the organization, or of the call's budget), idempotency_conflict.
   */
  admit(caller: Caller, command: AdmitCommand): Promise<Admitted>;
  /**
   * Whether the caller's budgets and balance cover the estimate; ignores open holds. Nothing is held or counted. Errors:
   * model_not_found, insufficient_balance.
   */
  check(caller: Caller, command: Pick<AdmitCommand, "model" | "estimate">): Promise<void>;
  /**
   * Resolves when the hold is durable. Errors, if another replica was faster: insufficient_balance if it spent the balance
   * or the budget, which ends the call; overloaded if it left enough of the budget for a smaller hold.
   */
  confirm(caller: Caller): Promise<void>;
  /**
   * Grows the hold: up to what the budgets and the balance of a call with budgets allow, up to the balance with
   * `overspend: stop`, else without a bound. Renews hold and slot if the command has a `ttlMs`.
   */
  grow(caller: Caller, command: GrowCommand): Promise<GrownHold>;
  /**
   * Charges at the terms of the admission. Durable when it resolves. Idempotent by call id. Errors:
   * invalid_request_error, insufficient_balance, idempotency_conflict.
   */
  settle(caller: Caller, command: SettleCommand): Promise<Cost & { readonly available: NanoMxn }>;
  release(caller: Caller, model: string, record: CallRecord): Promise<void>;
}

export interface Admitted {
  readonly held: NanoMxn;
  readonly limits: LimitState;
  /** The call must not overdraw: its hold must grow before it generates more than was estimated. */
  readonly mustNotOverdraw: boolean;
  /** Output tokens that the hold covers: the call's maximum. Undefined without a budget, or without output tokens. */
  readonly outputLimit: number | undefined;
  /** Prices and rate of the admission, to be passed to `grow` and `settle`. */
  readonly terms: string;
}

export interface GrownHold extends HeldAmount {
  /** Output tokens that the hold covers, if fewer than requested. */
  readonly coveredOutputTokens: number | undefined;
}

export interface AdmitCommand {
  readonly model: string;
  readonly estimate: readonly UsageLine[];
  /** Maximum output tokens; those of the estimate by default. */
  readonly mostOutputTokens?: number;
  /** Tokens for the limit per minute, if fewer than held; those of the estimate by default. */
  readonly expectedTokens?: number;
  readonly ttlMs: number;
  /** The call is settled long after its request was answered, as a video is. */
  readonly background?: boolean;
  /** Takes the call over from a dead process: the hold may be open already. */
  readonly isResumed?: boolean;
  /** Answered from the cache: holds nothing, and its settlement checks the balance. */
  readonly isCached?: boolean;
}

export interface GrowCommand {
  readonly model: string;
  readonly estimate: readonly UsageLine[];
  readonly ttlMs?: number | undefined;
  /** Of the admission. Undefined for a call of an earlier version: current prices and rate apply. */
  readonly terms?: string | undefined;
}

export interface SettleCommand {
  readonly model: string;
  readonly usage: readonly UsageLine[];
  readonly record: CallRecord;
  /** Nothing was delivered yet. */
  readonly requiresHold: boolean;
  /** See AdmitCommand. */
  readonly isResumed?: boolean | undefined;
  /** See GrowCommand. */
  readonly terms?: string | undefined;
}
