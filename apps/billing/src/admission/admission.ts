import type { NanoMxn } from "@cenote/core";
import type { Cost } from "@cenote/pricing";
import type { Budgets, CallRecord, UsageLine } from "../ledger/charge";
import type { HeldAmount } from "../ledger/ledger";
import type { LimitState } from "../limits/call-limits";

/** The payer of a call. */
export interface Caller {
  /** The request id. */
  readonly callId: string;
  readonly organizationId: string;
  /** Empty for a service that acts for the organization itself. */
  readonly keyId: string;
  /** The budgets of the call's client token and API key. */
  readonly budgets?: Budgets | undefined;
}

/** A call's way through billing: admitted, perhaps grown, then settled or released. */
export interface Admission {
  /**
   * Checks, in this order: model, exchange rate, limits, balance. Resolves once it is decided; the hold may not be
   * durable yet. Errors: model_not_found, invalid_request_error, overloaded, rate_limit_exceeded, insufficient_balance
   * (of the organization, or of the call's budget), idempotency_conflict.
   */
  admit(caller: Caller, command: AdmitCommand): Promise<Admitted>;
  /**
   * Whether the caller's budgets and balance cover the estimate, open holds aside. Nothing is held or counted. Errors:
   * model_not_found, insufficient_balance.
   */
  check(caller: Caller, command: Pick<AdmitCommand, "model" | "estimate">): Promise<void>;
  /**
   * Errors, if another replica was faster: insufficient_balance if it spent the balance or the budget, and the call is
   * over then; overloaded if it left enough of the budget for a smaller hold.
   */
  confirm(caller: Caller): Promise<void>;
  /**
   * Grows the hold as far as the call's budget allows, or the balance if the configuration says `overspend: stop`, and
   * renews hold and slot if it has a `ttlMs`.
   */
  grow(caller: Caller, command: GrowCommand): Promise<GrownHold>;
  /**
   * Charges at the terms of its admission. Durable when it resolves; the same call again gets the same answer. Errors:
   * invalid_request_error, insufficient_balance, idempotency_conflict.
   */
  settle(caller: Caller, command: SettleCommand): Promise<Cost & { readonly available: NanoMxn }>;
  release(caller: Caller, model: string, record: CallRecord): Promise<void>;
}

export interface Admitted {
  readonly held: NanoMxn;
  readonly limits: LimitState;
  /** The call must not spend more than there is: its hold has to grow before it makes more than was estimated. */
  readonly mustNotOverdraw: boolean;
  /**
   * Output tokens that the hold covers, and so all the call may make; undefined if it has no budget or makes no tokens.
   */
  readonly outputLimit: number | undefined;
  /** The prices and the rate that it is held for, as `grow` and `settle` take them. */
  readonly terms: string;
}

export interface GrownHold extends HeldAmount {
  /** Output tokens that the hold covers, if fewer than requested. */
  readonly coveredOutputTokens: number | undefined;
}

export interface AdmitCommand {
  readonly model: string;
  readonly estimate: readonly UsageLine[];
  /** Output tokens it may make at most; those of the estimate without. */
  readonly mostOutputTokens?: number;
  /** Tokens for the limit per minute, where more are held than are expected; those of the estimate without. */
  readonly expectedTokens?: number;
  readonly ttlMs: number;
  /** It is settled long after its request was answered, as a video is. */
  readonly background?: boolean;
  /** Takes over from a process that is gone, so the hold may be open already. */
  readonly isResumed?: boolean;
  /** Answered from the cache: it holds nothing, and its settlement asks whether anything is left. */
  readonly isCached?: boolean;
}

export interface GrowCommand {
  readonly model: string;
  readonly estimate: readonly UsageLine[];
  readonly ttlMs?: number | undefined;
  /** Of its admission; undefined for a call of an earlier version: the present prices and rate. */
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
