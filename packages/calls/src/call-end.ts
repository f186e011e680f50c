import type { CallContext, CallRecord, ReleaseRequest, SettleRequest, UsageLine } from "@cenote/contracts";

/** Who pays for a call, and the model asked for: all that billing needs to end it, from whatever process. */
export interface PayableCall {
  readonly context: CallContext;
  readonly model: string;
  /** The prices and the rate it was admitted at, as billing gave them; undefined where an earlier version admitted it. */
  readonly terms?: string | undefined;
}

export interface CallCharge {
  /** The model that answered, which may differ from the requested one. */
  readonly model: string;
  readonly usage: readonly UsageLine[];
  readonly record: CallRecord;
}

/**
 * The end of a call that is paid for.
 * @param of.isDelivered An answer that the caller has is charged even if its hold has expired; one that was not
 * delivered yet, only if money is held for it.
 */
export const settleRequestOf = (
  { context, terms }: Pick<PayableCall, "context" | "terms">,
  { model, usage, record }: CallCharge,
  { isDelivered }: { readonly isDelivered: boolean },
): SettleRequest => ({ context, model, usage: [...usage], record, requiresHold: !isDelivered, terms });

/** The end of a call that is not paid for. */
export const releaseRequestOf = ({ context, model }: PayableCall, record: CallRecord): ReleaseRequest => ({
  context,
  model,
  record,
});
