import { type BillingService, type SettleRequest, SettleResponse } from "@cenote/contracts";
import { CenoteError, type Clock, toCenoteError } from "@cenote/core";
import type { Ticket } from "@cenote/idempotency";
import { settle } from "../billing/settle";

/**
 * Charges a call whose answer is kept, and tells the ticket what came of it. Errors: those of BillingService.settle; the
 * key is free again after a refusal. Where it is not known whether the charge was made, the error is retryable: the next
 * request with the key finds out.
 */
export const chargeKept = async (parts: { readonly billing: BillingService; readonly clock: Clock }, ticket: Ticket, charge: SettleRequest): Promise<SettleResponse> => {
  let cost: SettleResponse;
  try {
    cost = await settle(parts, charge);
  } catch (thrown) {
    const error = toCenoteError(thrown);
    if (error.row.retryable) {
      await ticket.leave();
      throw new CenoteError(error.code, error.message, { retryable: true, cause: error });
    }
    // Something else was charged under this request id: the key must not be free for a second charge.
    if (error.code === "idempotency_conflict") await ticket.settled(undefined);
    else await ticket.drop();
    throw error;
  }
  await ticket.settled(SettleResponse.encode(cost).finish());
  return cost;
};
