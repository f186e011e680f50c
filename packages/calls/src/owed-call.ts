import type { CallRecord } from "@cenote/contracts";
import { type CallCharge, settleRequestOf, type PayableCall, releaseRequestOf } from "./call-end";
import type { BillingParts, Cost } from "./settle-call";

/**
 * The end of a paid call that is stored durably until it ends, such as a video job. `admitCall` admitted it, perhaps hours
 * ago in another process. One attempt: after a failure, the worker of the call retries. Both ends are idempotent.
 */
export interface OwedCall {
  /**
   * Charges what was generated, even if the hold has expired. Durable when it resolves. Errors: those of
   * BillingService.settle.
   */
  settle(charge: CallCharge): Promise<Cost>;
  /** Releases the hold of a call that generated nothing. Errors: those of BillingService.release. */
  release(record: CallRecord): Promise<void>;
}

/** Resumes a call that was admitted before. */
export const takeUpCall = ({ billing }: Pick<BillingParts, "billing">, call: PayableCall): OwedCall => ({
  async settle(charge) {
    const { costUsd, costNanoMxn } = await billing.settle(settleRequestOf(call, charge, { isDelivered: true }));
    return { costUsd, costNanoMxn };
  },
  async release(record) {
    await billing.release(releaseRequestOf(call, record));
  },
});
