import type { CallContext, CallRecord, ReleaseRequest, SettleRequest, UsageLine } from "@cenote/contracts";

/** Who pays for a call, and the requested model: enough to end it from any process. */
export interface PayableCall {
  readonly context: CallContext;
  readonly model: string;
  /** Prices and rate of the admission, opaque; undefined if an earlier version admitted the call. */
  readonly terms?: string | undefined;
}

export interface CallCharge {
  /** The model that answered, which may differ from the requested one. */
  readonly model: string;
  readonly usage: readonly UsageLine[];
  readonly record: CallRecord;
}

/**
 * The request that charges a call.
 * @param of.isDelivered A delivered answer is charged even if its hold has expired. An undelivered one is charged without
 * a hold only if the balance and budgets allow it.
 */
export const settleRequestOf = (
  { context, terms }: Pick<PayableCall, "context" | "terms">,
  { model, usage, record }: CallCharge,
  { isDelivered }: { readonly isDelivered: boolean },
): SettleRequest => ({ context, model, usage: [...usage], record, requiresHold: !isDelivered, terms });

/** The request that releases a call without a charge. */
export const releaseRequestOf = ({ context, model }: PayableCall, record: CallRecord): ReleaseRequest => ({
  context,
  model,
  record,
});
