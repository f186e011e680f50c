import { type DeferredEnd, keepAndCharge, type SettleParts } from "@cenote/calls";
import type { Outcome, Ticket } from "@cenote/idempotency";

/**
 * Charges the part that was made of an incomplete answer, or frees the key. Never throws, since the call has an error of
 * its own. @param answer The answer that a later request with the key gets.
 */
export const closeUnfinished = async (
  parts: SettleParts,
  ticket: Ticket,
  deferred: DeferredEnd,
  answer: Outcome["answer"],
): Promise<void> => {
  const charge = deferred.charge();
  if (charge === undefined) {
    await deferred.giveUp(ticket);
    return;
  }
  try {
    await keepAndCharge(parts, ticket, charge, answer);
  } catch (error) {
    parts.log.error({ requestId: ticket.requestId, error }, "the charge of an interrupted answer failed");
  }
};
