import { admitCall, type SettleParts, startCallTimes } from "@cenote/calls";
import type { CallContext, RateLimits } from "@cenote/contracts";
import { toCenoteError } from "@cenote/core";

export interface Hit {
  readonly context: CallContext;
  readonly kind: "chat" | "embedding";
  readonly stream: boolean;
  readonly askedModel: string;
  /** The model that made the answer. */
  readonly answeringModel: string;
}

/** Time for which the key's concurrency slot stays taken if this process dies between the two steps. */
const SLOT_MS = 60_000;

/**
 * Counts a call that gets a stored answer as a request, and records it with a cost of 0. Durable when it resolves.
 * Errors: rate_limit_exceeded, insufficient_balance if no balance is left, and the others of BillingService.
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
    // Nothing is held, so this checks whether any balance is left.
    await paid.settleUndelivered({ model: answeringModel, usage: [], record: recordOf("ok") });
  } catch (thrown) {
    const failure = toCenoteError(thrown).with({ rateLimits: paid.rateLimits });
    // A refused call has nothing to release.
    if (failure.code !== "insufficient_balance") await paid.release(recordOf(failure.code));
    throw failure;
  }
  return paid.rateLimits;
};
