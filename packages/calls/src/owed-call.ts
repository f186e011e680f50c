import type { CallRecord } from "@cenote/contracts";
import { type CallCharge, chargeOf, type PayableCall, releaseOf } from "./call-end";
import { type Cost, settleCall, type SettleParts } from "./settle-call";

/**
 * The end of a paid call that is written down until it has ended, as a video job is: it was admitted by `admitCall`,
 * perhaps hours ago and by another process. After any failure whoever works on it tries again, so nothing goes on in the
 * background here. Both ends may be repeated, and act once.
 */
export interface OwedCall {
  /** Charges what was made, even if its hold has expired. Durable when it resolves. Errors: those of settleCall. */
  settle(charge: CallCharge): Promise<Cost>;
  /** Nothing was made: releases the hold. Errors: those of BillingService.release. */
  release(record: CallRecord): Promise<void>;
}

/** Takes up a call that was admitted before. */
export const takeUpCall = (parts: SettleParts, call: PayableCall): OwedCall => ({
  settle: (charge) => settleCall(parts, chargeOf(call, charge, { isDelivered: true })),
  async release(record) {
    await parts.billing.release(releaseOf(call, record));
  },
});
