import type { CallRecord } from "@cenote/contracts";
import { type CallCharge, settleRequestOf, type PayableCall, releaseRequestOf } from "./call-end";
import type { BillingParts, Cost } from "./settle-call";

/**
 * The end of a paid call that is written down until it has ended, as a video job is: it was admitted by `admitCall`,
 * perhaps hours ago and by another process. Billing is asked once: after any failure whoever works on the call tries
 * again. Both ends may be repeated, and act once.
 */
export interface OwedCall {
  /**
   * Charges what was made, even if its hold has expired. Durable when it resolves. Errors: those of
   * BillingService.settle.
   */
  settle(charge: CallCharge): Promise<Cost>;
  /** Nothing was made: releases the hold. Errors: those of BillingService.release. */
  release(record: CallRecord): Promise<void>;
}

/** Takes up a call that was admitted before. */
export const takeUpCall = ({ billing }: Pick<BillingParts, "billing">, call: PayableCall): OwedCall => ({
  async settle(charge) {
    const { costUsd, costNanoMxn } = await billing.settle(settleRequestOf(call, charge, { isDelivered: true }));
    return { costUsd, costNanoMxn };
  },
  async release(record) {
    await billing.release(releaseRequestOf(call, record));
  },
});
