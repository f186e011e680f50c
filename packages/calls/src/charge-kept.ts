import { SettleRequest, SettleResponse } from "@cenote/contracts";
import { CenoteError, toCenoteError } from "@cenote/core";
import type { KeptCall, Outcome, Ticket } from "@cenote/idempotency";
import { giveBack } from "./release-quietly";
import { type Cost, type SettleParts, isRefusal, settleCall } from "./settle-call";
import { withheldError } from "./withheld-error";

/**
 * Charges a call whose answer is kept, and tells the ticket what came of it. Errors: those of BillingService.settle; the
 * key is free again after a refusal. Where it is not known whether the charge was made, the error is retryable: the
 * next request with the key finds out.
 */
const chargeKept = async (parts: SettleParts, ticket: Ticket, charge: SettleRequest): Promise<Cost> => {
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

/** Charge and receipt of a call that is not paid for under its key. */
const NOTHING = Buffer.alloc(0);

/** Keeps the answer of a call that is not paid for under its key. Errors: those of Ticket.keep. */
export const keepUncharged = async (ticket: Ticket, answer: Uint8Array): Promise<void> => {
  await ticket.keep({ charge: NOTHING, answer });
  await ticket.settled(NOTHING);
};

/**
 * The process that had the answer is gone: whether it was charged is found out by charging it again. Errors: those of a charge,
 * idempotency_conflict.
 */
export const chargeLeftBehind = async (parts: SettleParts, ticket: Ticket, kept: KeptCall): Promise<Cost> => {
  if (kept.charge.length === 0) {
    await ticket.settled(NOTHING);
    return { costUsd: "0", costNanoMxn: 0n };
  }
  const charge = SettleRequest.decode(kept.charge);
  if (kept.answer === undefined && charge.requiresHold === true) {
    // Nobody has seen it and nobody will: it is not charged now.
    await ticket.settled(undefined);
    throw withheldError({ requestId: kept.requestId, withheld: undefined });
  }
  return chargeKept(parts, ticket, charge);
};
