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
 * Charges a call whose answer is stored, and records the outcome on the ticket. After a refusal the key is free again.
 * Errors: those of BillingService.settle. If it is unknown whether the charge was made, the error is retryable, and the
 * next request with the key finds out.
 */
const chargeKept = async (parts: SettleParts, ticket: Ticket, charge: SettleRequest): Promise<Cost> => {
  try {
    // A delivered answer may never be requested again, so its charge also goes on in the background.
    const cost = await (charge.requiresHold === true ? settleCall : settleDelivered)(parts, charge);
    await ticket.settled(receiptOf(cost));
    return cost;
  } catch (thrown) {
    const error = toCenoteError(thrown);
    if (!isRefusal(error)) return leaveUnsettled(ticket, error);
    if (error.code === "idempotency_conflict") {
      const paid = ticket.isTakenOver ? await paidBefore(parts, ticket, charge) : undefined;
      // If undefined, this request id was charged for something else: the key must not be free for a second charge.
      await ticket.settled(paid && receiptOf(paid));
      if (paid !== undefined) {
        // The takeover had opened the hold again, for a charge that is not made.
        await giveBack(parts, charge, error.code);
        return paid;
      }
    } else if (await ticket.drop()) await giveBack(parts, charge, error.code);
    throw error;
  }
};

/** The outcome is unknown: the next request with the key finds out. Throws the error, retryable. */
const leaveUnsettled = async (ticket: Ticket, error: CenoteError): Promise<never> => {
  await ticket.leave();
  throw new CenoteError(error.code, error.message, { retryable: true, cause: error });
};

/** The charge of the process that began the call, if that delivered an answer but could not store it. */
const paidBefore = async (parts: SettleParts, ticket: Ticket, charge: SettleRequest): Promise<Cost | undefined> => {
  try {
    return await standingCharge(parts, charge);
  } catch (error) {
    return leaveUnsettled(ticket, toCenoteError(error));
  }
};

/**
 * Stores the answer of a call, then charges it. In this order nobody pays for an answer that is lost and that a retry
 * could not get. Errors: those of Ticket.keep and of `chargeKept`.
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
    // Another process makes the call, and charges it.
    const isTakenOver = code === "idempotency_conflict";
    if (charge.requiresHold !== true && !isTakenOver) {
      // The caller has the answer. A retry runs under this request id, so it is not charged again.
      await ticket.leave();
      return settleDelivered(parts, charge);
    }
    if ((await ticket.drop()) && !isTakenOver) await giveBack(parts, charge, code);
    throw error;
  }
  return chargeKept(parts, ticket, charge);
};

/** Charge and receipt of a call that is not charged under its key. */
const NOTHING = Buffer.alloc(0);

/** Stores the answer of a call that is not charged under its key. Errors: those of Ticket.keep. */
export const keepUncharged = async (ticket: Ticket, answer: Uint8Array): Promise<void> => {
  await ticket.keep({ charge: NOTHING, answer });
  await ticket.settled(NOTHING);
};

/**
 * Charges a call whose process died. The charge is idempotent, so it also finds out whether the call was charged before.
 * Errors: those of a charge, idempotency_conflict.
 */
export const chargeLeftBehind = async (parts: SettleParts, ticket: Ticket, kept: KeptCall): Promise<Cost> => {
  if (kept.charge.length === 0) {
    await ticket.settled(NOTHING);
    return NO_COST;
  }
  const charge = SettleRequest.decode(kept.charge);
  if (kept.answer === undefined && charge.requiresHold === true) {
    // Nobody has seen the answer and nobody will: it is not charged.
    await ticket.settled(undefined);
    throw withheldError({ requestId: kept.requestId, withheld: undefined });
  }
  return chargeKept(parts, ticket, charge);
};
