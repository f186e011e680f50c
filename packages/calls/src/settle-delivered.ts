import type { SettleRequest } from "@cenote/contracts";
import { toCenoteError } from "@cenote/core";
import { isRefusal } from "./billing-refusals";
import { type Cost, requestSettlement, settleCall, type SettleParts } from "./settle-call";

/** Long enough for most outages of the database. A call whose hold has expired by then is charged, too. */
const BACKGROUND_PATIENCE_MS = 300_000;

/**
 * `settleCall` for what the caller already has, and so pays for: after its error, if it is not known whether the charge was
 * made, it goes on in the background.
 */
export const settleDelivered = async (parts: SettleParts, request: SettleRequest): Promise<Cost> => {
  try {
    return await settleCall(parts, request);
  } catch (error) {
    if (!isRefusal(toCenoteError(error)))
      parts.background.run("the charge of a delivered answer", goOn(parts, request));
    throw error;
  }
};

const goOn = async (parts: SettleParts, request: SettleRequest): Promise<void> => {
  const requestId = request.context?.requestId;
  try {
    await requestSettlement(parts, request, BACKGROUND_PATIENCE_MS);
    parts.log.info({ requestId }, "a delivered answer was charged late");
  } catch (error) {
    parts.log.error({ requestId, error }, "a delivered answer was not charged");
  }
};
