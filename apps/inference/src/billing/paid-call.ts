import { CenoteError, type Ids } from "@cenote/core";
import { type Cost, type SettleParts, releaseQuietly, settleCall, settleDelivered } from "@cenote/calls";
import type {
  AdmitResponse,
  BillingService,
  CallContext,
  CallRecord,
  RateLimits,
  SettleRequest,
  UsageLine,
} from "@cenote/contracts";
import { isBudgeted } from "./held-tokens";
import { HOLD_TTL_MS, type HoldRenewals } from "./hold-renewals";

/** A call's money: one hold, then one charge or none. */
export interface PaidCall {
  readonly rateLimits: RateLimits | undefined;
  /** The call ends when its hold can't grow any further. */
  readonly mustNotOverdraw: boolean;
  /** Output tokens the call may make, of the model whose price is held; undefined if nothing limits it. */
  readonly outputLimit: number | undefined;
  /** From now on its hold is renewed like this; until then it stays as large as it is. */
  renewBy(renew: () => Promise<void>): void;
  /**
   * Resolves when the hold is durable; no part of an answer may reach the caller before. Errors: insufficient_balance.
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
  /** Nothing was delivered: releases the hold. A failure is only logged; the hold then expires by itself. */
  release(record: CallRecord): Promise<void>;
}

export interface GrownHold {
  /** What is left of the balance, nano-pesos; below zero where it does not cover all holds. */
  readonly available: bigint;
  /** Output tokens the hold covers, if fewer than requested; undefined if it covers all. */
  readonly coveredOutputTokens: number | undefined;
}

export interface CallCharge {
  /** The model that answered, which may differ from the requested one. */
  readonly model: string;
  readonly usage: readonly UsageLine[];
  readonly record: CallRecord;
}

export interface AdmitOptions extends SettleParts {
  readonly context: CallContext;
  readonly model: string;
  /** The model whose price is held, if a model other than `model` may answer. */
  readonly heldModel?: string;
  readonly estimate: readonly UsageLine[];
  /** See AdmitRequest. */
  readonly mostOutputTokens?: number;
  /** See AdmitRequest. */
  readonly expectedTokens?: number | undefined;
  /** Keeps the hold open until the call is charged or released. */
  readonly renewals: HoldRenewals;
}

/**
 * Asks billing whether the call's budgets cover what it needs at least, before more work is done for it. Nothing is held
 * or counted. True also if billing does not answer: the admission decides then. Errors: insufficient_balance for a client
 * token, whose refusals do not count towards the limits of its key. A key's own refusals do, so for a key this returns
 * false and the admission refuses the call.
 */
export const isBudgetEnough = async (
  { billing, ids }: { readonly billing: BillingService; readonly ids: Ids },
  { context, model, estimate }: Pick<AdmitOptions, "context" | "model" | "estimate">,
): Promise<boolean> => {
  try {
    // With its own id, because it is not the call. A version of billing without `checkOnly` refuses a hold of 0 ms.
    const asked = { ...context, requestId: ids.requestId() };
    await billing.admit({ context: asked, model, estimate: [...estimate], holdTtlMs: 0, checkOnly: true });
    return true;
  } catch (error) {
    const isRefused = error instanceof CenoteError && error.code === "insufficient_balance";
    if (isRefused && (context.clientTokenId ?? "") !== "") throw error;
    return !isRefused;
  }
};

/**
 * Whether billing knows of a budget that the call's context does not mention: a caller over gRPC need not do so, and a
 * key may have just got one. Then the prompt has to be counted, and the call admitted again.
 */
export const isUnnamedBudget = (error: unknown): boolean =>
  error instanceof CenoteError && error.param === "context.budgeted";

/** Asks billing to let the call in. Errors: those of BillingService.admit. */
export const admitCall = async (options: AdmitOptions): Promise<PaidCall> => {
  const { billing, context, model, heldModel = model, estimate, mostOutputTokens, expectedTokens, renewals } = options;
  const heldSinceMs = options.clock.monotonicMs();
  const admitted: AdmitResponse = await billing.admit({
    context,
    model: heldModel,
    estimate: [...estimate],
    mostOutputTokens,
    expectedTokens,
    holdTtlMs: HOLD_TTL_MS,
    promptEstimated: !isBudgeted(context),
  });
  const settlement = ({ model: answering, usage, record }: CallCharge): SettleRequest => ({
    context,
    model: answering,
    usage: [...usage],
    record,
  });

  const grow = (answering: string, larger: readonly UsageLine[]) =>
    billing.growHold({ context, model: answering, estimate: [...larger], holdTtlMs: HOLD_TTL_MS });
  let renew = async (): Promise<void> => {
    // A hold never shrinks, so this only makes it last.
    await grow(heldModel, []);
  };
  const renewed = { requestId: context.requestId, renew: () => renew() };
  renewals.add(renewed, heldSinceMs);
  const close = <Outcome>(closing: Promise<Outcome>): Promise<Outcome> => {
    renewals.delete(renewed);
    return closing;
  };

  return {
    rateLimits: admitted.rateLimits,
    mustNotOverdraw: admitted.watched === true,
    outputLimit: admitted.outputLimit,
    renewBy(chosen) {
      renew = chosen;
    },
    async confirm() {
      await billing.confirmHold({ context });
    },
    async grow(answering, larger) {
      const { availableNanoMxn, coveredOutputTokens } = await grow(answering, larger);
      return { available: availableNanoMxn, coveredOutputTokens };
    },
    settle: (call) => close(settleDelivered(options, { ...settlement(call), requiresHold: false })),
    settleUndelivered: (call) => close(settleCall(options, { ...settlement(call), requiresHold: true })),
    release: (record) => close(releaseQuietly(options, { context, model, record })),
  };
};
