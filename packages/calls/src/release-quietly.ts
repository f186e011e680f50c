import type { ReleaseRequest, SettleRequest } from "@cenote/contracts";
import { answeredWithin } from "@cenote/core";
import type { BillingParts } from "./settle-call";
import { untilBillingAnswers } from "./until-billing-answers";

/**
 * Long enough for a restart of billing. The error that ended the call waits for it, so it is shorter than that of a
 * charge.
 */
const WAIT_MS = 10_000;
/** Long enough for most outages of the database: until the hold is released its caller can't spend what it holds. */
const RELEASE_PATIENCE_MS = 300_000;

/**
 * Releases the hold and the key's slot without a charge, as soon as billing answers. A failure is only logged; the hold
 * then expires by itself.
 */
export const releaseInTheEnd = async (parts: BillingParts, request: ReleaseRequest): Promise<void> => {
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

/** The same; if that takes long it goes on after this has resolved. */
export const releaseQuietly = async (parts: BillingParts, request: ReleaseRequest): Promise<void> => {
  // The only error is that there is no answer yet.
  await answeredWithin(parts.clock, WAIT_MS, releaseInTheEnd(parts, request)).catch(() => {});
};

/** The same for a charge that was not made. */
export const giveBack = (
  parts: BillingParts,
  { context, model, record }: SettleRequest,
  outcome: string,
): Promise<void> =>
  releaseQuietly(parts, { context, model, record: record === undefined ? undefined : { ...record, outcome } });
