import { SettleRequest, SettleResponse } from "@cenote/contracts";
import { CenoteError, toCenoteError } from "@cenote/core";
import type { KeptCall, Outcome, Ticket } from "@cenote/idempotency";
import { isRefusal } from "./billing-refusals";
import { giveBack } from "./release-quietly";
import { type Cost, NO_COST, type SettleParts, settleCall } from "./settle-call";
import { settleDelivered } from "./settle-delivered";
import { standingCharge } from "./standing-charge";
import { withheldError } from "./withheld-error";

const receiptOf = (cost: Cost): Uint8Array => SettleResponse.encode({ ...cost, availableNanoMxn: 0n }).finish();

/**
 * Charges a call whose answer is kept, and reports the outcome to the ticket. After a refusal the key is free again.
 * Errors: those of BillingService.settle; if it is not known whether the charge was made, the error is retryable, and
 * the next request with the key finds out.
 */
const chargeKept = async (parts: SettleParts, ticket: Ticket, charge: SettleRequest): Promise<Cost> => {
  try {
    // For what was delivered, there may never be another request with the key that would try again.
    const cost = await (charge.requiresHold === true ? settleCall : settleDelivered)(parts, charge);
    await ticket.settled(receiptOf(cost));
    return cost;
  } catch (thrown) {
    const error = toCenoteError(thrown);
    if (!isRefusal(error)) return leaveUnsettled(ticket, error);
    if (error.code === "idempotency_conflict") {
      const paid = ticket.isTakenOver ? await paidBefore(parts, ticket, charge) : undefined;
      // Otherwise this request id was charged for something else, and the key must not be free for a second charge.
      await ticket.settled(paid && receiptOf(paid));
      if (paid !== undefined) {
        // The hold was opened again for a second charge, which is not made.
        await giveBack(parts, charge, error.code);
        return paid;
      }
    } else if (await ticket.drop()) await giveBack(parts, charge, error.code);
    throw error;
  }
};

/** It is not known what was charged: the next request with the key finds out. Throws the error, retryable. */
const leaveUnsettled = async (ticket: Ticket, error: CenoteError): Promise<never> => {
  await ticket.leave();
  throw new CenoteError(error.code, error.message, { retryable: true, cause: error });
};

/** The process that began the call could not keep its answer, and charged what it had delivered. */
const paidBefore = async (parts: SettleParts, ticket: Ticket, charge: SettleRequest): Promise<Cost | undefined> => {
  try {
    return await standingCharge(parts, charge);
  } catch (error) {
    return leaveUnsettled(ticket, toCenoteError(error));
  }
};

/**
 * Keeps the answer of a call, then charges it. In this order nobody pays for an answer that was lost and that a retry
 * could not get.
 */
export const keepAndCharge = async (
  parts: SettleParts,
  ticket: Ticket,
  charge: SettleRequest,
  answer: Outcome["answer"],
): Promise<Cost> => {
  try {
    await ticket.keep({ charge: SettleRequest.encode(charge).finish(), answer });
  } catch (error) {
    const { code } = toCenoteError(error);
    // Another process makes the call, and is paid for it.
    const isTakenOver = code === "idempotency_conflict";
    if (charge.requiresHold !== true && !isTakenOver) {
      // The caller has the answer. A retry runs under this request id, and so is not charged again.
      await ticket.leave();
      return settleDelivered(parts, charge);
    }
    if ((await ticket.drop()) && !isTakenOver) await giveBack(parts, charge, code);
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
 * Charges a call whose process is gone: charging it again finds out whether it was charged. Errors: those of a charge,
 * idempotency_conflict.
 */
export const chargeLeftBehind = async (parts: SettleParts, ticket: Ticket, kept: KeptCall): Promise<Cost> => {
  if (kept.charge.length === 0) {
    await ticket.settled(NOTHING);
    return NO_COST;
  }
  const charge = SettleRequest.decode(kept.charge);
  if (kept.answer === undefined && charge.requiresHold === true) {
    // Nobody has seen the answer and nobody will, so it is not charged now.
    await ticket.settled(undefined);
    throw withheldError({ requestId: kept.requestId, withheld: undefined });
  }
  return chargeKept(parts, ticket, charge);
};
