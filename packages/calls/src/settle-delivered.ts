import type { SettleRequest } from "@cenote/contracts";
import { toCenoteError } from "@cenote/core";
import { isRefusal } from "./billing-refusals";
import { type Cost, requestSettlement, settleCall, type SettleParts } from "./settle-call";

/** Long enough for most database outages. A call whose hold has expired by then is charged all the same. */
const BACKGROUND_PATIENCE_MS = 300_000;

/**
 * `settleCall` for a delivered answer. If it is unknown whether the charge was made, retries go on in the background after
 * the error.
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
