import { SettleRequest, SettleResponse } from "@cenote/contracts";
import { CenoteError, toCenoteError } from "@cenote/core";
import type { Outcome, Ticket } from "@cenote/idempotency";
import { releaseQuietly } from "./release-quietly";
import { type Cost, type SettleParts, isRefusal, settleCall } from "./settle-call";

const giveBack = (parts: SettleParts, { context, model, record }: SettleRequest, outcome: string): Promise<void> =>
  releaseQuietly(parts, { context, model, record: record === undefined ? undefined : { ...record, outcome } });

/**
 * Charges a call whose answer is kept, and tells the ticket what came of it. Errors: those of BillingService.settle; the
 * key is free again after a refusal. Where it is not known whether the charge was made, the error is retryable: the
 * next request with the key finds out.
 */
export const chargeKept = async (parts: SettleParts, ticket: Ticket, charge: SettleRequest): Promise<Cost> => {
  try {
    const cost = await settleCall(parts, charge);
    await ticket.settled(SettleResponse.encode({ ...cost, availableNanoMxn: 0n }).finish());
    return cost;
  } catch (thrown) {
    const error = toCenoteError(thrown);
    if (!isRefusal(error)) {
      await ticket.leave();
      throw new CenoteError(error.code, error.message, { retryable: true, cause: error });
    }
    // Something else was charged under this request id: the key must not be free for a second charge.
    if (error.code === "idempotency_conflict") await ticket.settled(undefined);
    else {
      await ticket.drop();
      await giveBack(parts, charge, error.code);
    }
    throw error;
  }
};

/** Keeps what a call came to, then charges it: in this order nobody pays for an answer that a retry could not have. */
export const keepAndCharge = async (parts: SettleParts, ticket: Ticket, charge: SettleRequest, answer: Outcome["answer"]): Promise<Cost> => {
  try {
    await ticket.keep({ charge: SettleRequest.encode(charge).finish(), answer });
  } catch (error) {
    await ticket.drop();
    // Another process took the call over: the hold is its own now.
    if (!(error instanceof CenoteError && error.code === "idempotency_conflict")) await giveBack(parts, charge, "overloaded");
    throw error;
  }
  return chargeKept(parts, ticket, charge);
};
