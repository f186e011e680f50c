import type { AdmitRequest, AdmitResponse, CallRecord, RateLimits, SettleRequest, UsageLine } from "@cenote/contracts";
import { toCenoteError } from "@cenote/core";
import { isRefusal } from "./billing-refusals";
import { type CallCharge, settleRequestOf, type PayableCall, releaseRequestOf } from "./call-end";
import { type HoldRenewals, RENEWED_HOLD_TTL_MS, type RenewedHold } from "./hold-renewals";
import { releaseInTheEnd, releaseQuietly } from "./release-quietly";
import { type Cost, settleCall, type SettleParts } from "./settle-call";
import { settleDelivered } from "./settle-delivered";

/**
 * The billing of one call, from its admission to its end: one hold, then one charge or none.
 *
 *     admitCall -> (confirm, grow) -> settle | settleUndelivered | handOver | release
 *
 * After any failure the maker of the call calls `release`, which has no effect if nothing is left to release. All ends are
 * idempotent in billing, by the call's request id.
 */
export interface PaidCall {
  readonly rateLimits: RateLimits | undefined;
  /** The call must end when its hold can't grow any further. */
  readonly mustNotOverdraw: boolean;
  /** Maximum output tokens of the call, at the price of the held model; undefined without a limit. */
  readonly outputLimit: number | undefined;
  /** Prices and rate of the admission, opaque, for a later charge. */
  readonly terms: string | undefined;
  /** Replaces the renewal of the hold by one that may also grow it. The default renewal leaves the amount unchanged. */
  renewBy(renew: () => Promise<void>): void;
  /**
   * Resolves when the hold is durable. No part of an answer may reach the caller before. Errors: insufficient_balance,
   * overloaded.
   */
  confirm(): Promise<void>;
  /** Raises the hold as far as allowed, and renews it. */
  grow(model: string, estimate: readonly UsageLine[]): Promise<GrownHold>;
  /** Charges a delivered answer. Durable when it resolves. After an error, retries may go on in the background. */
  settle(charge: CallCharge): Promise<Cost>;
  /**
   * Charges an undelivered answer. Durable when it resolves. Errors: also insufficient_balance if the hold was refused.
   */
  settleUndelivered(charge: CallCharge): Promise<Cost>;
  /** Hands charge and hold of an undelivered answer over to `keepAndCharge`. @returns The charge to be made. */
  handOver(charge: CallCharge): SettleRequest;
  /**
   * Releases the hold of a call that delivered nothing. A failure is only logged: the hold then expires. After a charge that
   * billing did not answer, this resolves at once.
   */
  release(record: CallRecord): Promise<void>;
}

export interface GrownHold {
  /** Balance less all holds, in nano-pesos; may be negative. */
  readonly available: bigint;
  /** Output tokens that the hold covers, if fewer than requested; undefined if it covers all. */
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

/** A call whose hold is renewed until the call ends. */
interface RenewedCall extends CallToAdmit {
  readonly renewals: HoldRenewals;
  readonly holdTtlMs?: undefined;
}

/** A call whose hold has a time to live above the longest call's duration. */
interface BoundedCall extends CallToAdmit {
  readonly renewals?: undefined;
  readonly holdTtlMs: number;
}

export type AdmittableCall = RenewedCall | BoundedCall;

/** Admits the call. Billing decides at once; the hold becomes durable later. Errors: those of BillingService.admit. */
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

/** A class, because closures would be allocated for each of thousands of open calls. */
class HeldCall implements PaidCall, RenewedHold {
  readonly requestId: string;
  readonly rateLimits: RateLimits | undefined;
  readonly mustNotOverdraw: boolean;
  readonly outputLimit: number | undefined;
  readonly terms: string | undefined;
  readonly #parts: SettleParts;
  readonly #call: AdmittableCall;
  #renewal: (() => Promise<void>) | undefined;
  /** False once a charge may go on, here or after `handOver`: a release must not race with it. */
  #isReleasable = true;
  /** A charge got no answer within its patience. */
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
    // A hold never shrinks: growing it to an empty estimate only renews it.
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

  /** Stops renewing the hold. */
  #close(): void {
    this.#call.renewals?.delete(this);
  }
}
