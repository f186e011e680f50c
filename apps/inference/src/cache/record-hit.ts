import { admitCall, type SettleParts, startCallTimes } from "@cenote/calls";
import type { CallContext, RateLimits } from "@cenote/contracts";
import { toCenoteError } from "@cenote/core";

export interface Hit {
  readonly context: CallContext;
  readonly kind: "chat" | "embedding";
  readonly stream: boolean;
  readonly askedModel: string;
  /** The one that made the answer. */
  readonly answeringModel: string;
}

/** How long the key's slot stays taken if this process dies between the two steps. */
const SLOT_MS = 60_000;

/**
 * A call that gets a stored answer: counted as a request, and recorded with a cost of 0. Durable when it resolves.
 * Errors: rate_limit_exceeded, insufficient_balance if there is nothing left, and the others of BillingService.
 */
export const recordHit = async (
  parts: SettleParts,
  { context, kind, stream, askedModel, answeringModel }: Hit,
): Promise<RateLimits | undefined> => {
  const times = startCallTimes(parts.clock, kind, stream);
  const paid = await admitCall(parts, {
    context,
    model: askedModel,
    estimate: [],
    holdTtlMs: SLOT_MS,
    cached: true,
  });
  const recordOf = (outcome: string) => ({ ...times.record(outcome), cached: true });
  try {
    // Nothing is held, so that this asks whether anything is left of the balance.
    await paid.settleUndelivered({ model: answeringModel, usage: [], record: recordOf("ok") });
  } catch (thrown) {
    const failure = toCenoteError(thrown).with({ rateLimits: paid.rateLimits });
    // A refused call has nothing to release.
    if (failure.code !== "insufficient_balance") await paid.release(recordOf(failure.code));
    throw failure;
  }
  return paid.rateLimits;
};
