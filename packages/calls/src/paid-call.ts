import type { AdmitRequest, AdmitResponse, CallRecord, RateLimits, SettleRequest, UsageLine } from "@cenote/contracts";
import { toCenoteError } from "@cenote/core";
import { isRefusal } from "./billing-refusals";
import { type CallCharge, settleRequestOf, type PayableCall, releaseRequestOf } from "./call-end";
import { type HoldRenewals, RENEWED_HOLD_TTL_MS, type RenewedHold } from "./hold-renewals";
import { releaseInTheEnd, releaseQuietly } from "./release-quietly";
import { type Cost, settleCall, type SettleParts } from "./settle-call";
import { settleDelivered } from "./settle-delivered";

/**
 * A call's money, from its admission to its end: one hold, then one charge or none.
 *
 *     admitCall -> (confirm, grow) -> settle | settleUndelivered | handOver | release
 *
 * Whoever makes the call releases it after any failure; that does nothing where no money is left to release. All ends
 * are known to billing by the call's request id: one that is repeated acts once.
 */
export interface PaidCall {
  readonly rateLimits: RateLimits | undefined;
  /** The call ends when its hold can't grow any further. */
  readonly mustNotOverdraw: boolean;
  /** Output tokens the call may make, of the model whose price is held; undefined if nothing limits it. */
  readonly outputLimit: number | undefined;
  /** What it is charged at, for whoever charges it later. */
  readonly terms: string | undefined;
  /** From now on its hold is renewed by this, which may make it larger; before, a renewal leaves its size unchanged. */
  renewBy(renew: () => Promise<void>): void;
  /**
   * Resolves when the hold is durable; no part of an answer may reach the caller before. Errors: insufficient_balance,
   * overloaded.
   */
  confirm(): Promise<void>;
  /** Raises the hold as far as allowed, and renews it. */
  grow(model: string, estimate: readonly UsageLine[]): Promise<GrownHold>;
  /** Charges what was delivered; durable when it resolves. After a failure it may go on in the background. */
  settle(charge: CallCharge): Promise<Cost>;
  /**
   * The same for an undelivered answer; it also fails with insufficient_balance if the hold was rejected in the end.
   */
  settleUndelivered(charge: CallCharge): Promise<Cost>;
  /**
   * Leaves charge and hold of an undelivered answer to somebody else: `keepAndCharge`. @returns The charge to be made.
   */
  handOver(charge: CallCharge): SettleRequest;
  /**
   * Nothing was delivered: releases the hold. A failure is only logged; the hold then expires by itself. After a charge that
   * billing did not answer it is not waited for.
   */
  release(record: CallRecord): Promise<void>;
}

export interface GrownHold {
  /** What is left of the balance, nano-pesos; below zero where it does not cover all holds. */
  readonly available: bigint;
  /** Output tokens the hold covers, if fewer than requested; undefined if it covers all. */
  readonly coveredOutputTokens: number | undefined;
}

interface CallToAdmit
  extends
    Omit<PayableCall, "terms">,
    Pick<AdmitRequest, "mostOutputTokens" | "expectedTokens" | "promptEstimated" | "background" | "cached"> {
  /** The model whose price is held, if a model other than `model` may answer. */
  readonly heldModel?: string;
  readonly estimate: readonly UsageLine[];
}

/** Its hold is kept open until the call ends, however long that takes. */
interface RenewedCall extends CallToAdmit {
  readonly renewals: HoldRenewals;
  readonly holdTtlMs?: undefined;
}

/** Its hold outlives the longest call. */
interface BoundedCall extends CallToAdmit {
  readonly renewals?: undefined;
  readonly holdTtlMs: number;
}

export type AdmittableCall = RenewedCall | BoundedCall;

/**
 * Asks billing to let the call in. Billing decides at once, and the hold becomes durable meanwhile. Errors: those of
 * BillingService.admit.
 */
export const admitCall = async (parts: SettleParts, call: AdmittableCall): Promise<PaidCall> => {
  const { context, model, heldModel = model, estimate, renewals, holdTtlMs = RENEWED_HOLD_TTL_MS } = call;
  const heldSinceMs = parts.clock.monotonicMs();
  const admitted = await parts.billing.admit({
    context,
    model: heldModel,
    estimate: [...estimate],
    mostOutputTokens: call.mostOutputTokens,
    expectedTokens: call.expectedTokens,
    holdTtlMs,
    promptEstimated: call.promptEstimated,
    background: call.background,
    cached: call.cached,
  });
  const held = new HeldCall(parts, call, admitted);
  renewals?.add(held, heldSinceMs);
  return held;
};

/** A class, because thousands of calls may be under way, and each would have these methods of its own. */
class HeldCall implements PaidCall, RenewedHold {
  readonly requestId: string;
  readonly rateLimits: RateLimits | undefined;
  readonly mustNotOverdraw: boolean;
  readonly outputLimit: number | undefined;
  readonly terms: string | undefined;
  readonly #parts: SettleParts;
  readonly #call: AdmittableCall;
  #renewal: (() => Promise<void>) | undefined;
  /** Whether a release would have something to release: no charge that goes on, by us or by somebody else. */
  #isReleasable = true;
  /** It has not answered for as long as a charge waits for it. */
  #isBillingAway = false;

  constructor(parts: SettleParts, call: AdmittableCall, admitted: AdmitResponse) {
    this.requestId = call.context.requestId;
    this.rateLimits = admitted.rateLimits;
    this.mustNotOverdraw = admitted.watched === true;
    this.outputLimit = admitted.outputLimit;
    this.terms = admitted.terms;
    this.#parts = parts;
    this.#call = call;
  }

  renewBy(renew: () => Promise<void>): void {
    this.#renewal = renew;
  }

  async renew(): Promise<void> {
    // A hold never shrinks, so growing it by nothing only makes it last.
    await (this.#renewal?.() ?? this.#grow(this.#call.heldModel ?? this.#call.model, []));
  }

  async confirm(): Promise<void> {
    await this.#parts.billing.confirmHold({ context: this.#call.context });
  }

  async grow(model: string, estimate: readonly UsageLine[]): Promise<GrownHold> {
    const { availableNanoMxn, coveredOutputTokens } = await this.#grow(model, estimate);
    return { available: availableNanoMxn, coveredOutputTokens };
  }

  settle(charge: CallCharge): Promise<Cost> {
    this.#close();
    this.#isReleasable = false;
    return settleDelivered(this.#parts, this.#settleRequest(charge, { isDelivered: true }));
  }

  async settleUndelivered(charge: CallCharge): Promise<Cost> {
    this.#close();
    try {
      return await settleCall(this.#parts, this.#settleRequest(charge, { isDelivered: false }));
    } catch (error) {
      this.#isBillingAway = !isRefusal(toCenoteError(error));
      throw error;
    }
  }

  handOver(charge: CallCharge): SettleRequest {
    this.#close();
    this.#isReleasable = false;
    return this.#settleRequest(charge, { isDelivered: false });
  }

  release(record: CallRecord): Promise<void> {
    this.#close();
    if (!this.#isReleasable) return Promise.resolve();
    const releasing = releaseRequestOf(this.#call, record);
    if (!this.#isBillingAway) return releaseQuietly(this.#parts, releasing);
    // Its caller has waited for the charge already.
    void releaseInTheEnd(this.#parts, releasing);
    return Promise.resolve();
  }

  #settleRequest(charge: CallCharge, of: { readonly isDelivered: boolean }): SettleRequest {
    return settleRequestOf({ context: this.#call.context, terms: this.terms }, charge, of);
  }

  #grow(model: string, estimate: readonly UsageLine[]) {
    const { context, holdTtlMs = RENEWED_HOLD_TTL_MS } = this.#call;
    return this.#parts.billing.growHold({ context, model, estimate: [...estimate], holdTtlMs, terms: this.terms });
  }

  /** It ends, or has: its hold is no longer renewed. */
  #close(): void {
    this.#call.renewals?.delete(this);
  }
}
