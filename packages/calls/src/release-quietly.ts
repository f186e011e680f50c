import type { ReleaseRequest, SettleRequest } from "@cenote/contracts";
import type { SettleParts } from "./settle-call";
import { untilBillingAnswers } from "./until-billing-answers";

/**
 * Long enough for a restart of billing. The error that ended the call waits for it, so it is shorter than that of a
 * charge.
 */
const RELEASE_PATIENCE_MS = 10_000;

/** Releases the hold and the key's slot without a charge. A failure is only logged; the hold then expires by itself. */
export const releaseQuietly = async (parts: SettleParts, request: ReleaseRequest): Promise<void> => {
  const requestId = request.context?.requestId;
  try {
    await untilBillingAnswers(parts, {
      ask: () => parts.billing.release(request),
      patienceMs: RELEASE_PATIENCE_MS,
      what: "release",
      requestId,
    });
  } catch (error) {
    parts.log.warn({ requestId, error }, "hold not released; it will expire");
  }
};

/** The same for a charge that was not made. */
export const giveBack = (
  parts: SettleParts,
  { context, model, record }: SettleRequest,
  outcome: string,
): Promise<void> =>
  releaseQuietly(parts, { context, model, record: record === undefined ? undefined : { ...record, outcome } });
