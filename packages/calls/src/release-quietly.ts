import type { ReleaseRequest, SettleRequest } from "@cenote/contracts";
import { answeredWithin } from "@cenote/core";
import type { BillingParts } from "./settle-call";
import { untilBillingAnswers } from "./until-billing-answers";

/** Long enough for a restart of billing. Shorter than for a charge, because the caller's error waits for it. */
const WAIT_MS = 10_000;
/** Long enough for most database outages: until the release, the organization can't spend the held amount. */
const RELEASE_PATIENCE_MS = 300_000;

/**
 * Releases the hold and the key's slot without a charge, with retries for five minutes. A failure is only logged: the hold
 * then expires.
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

/** The same, but resolves after at most 10 s; retries then go on in the background. */
export const releaseQuietly = async (parts: BillingParts, request: ReleaseRequest): Promise<void> => {
  // The only possible error is the timeout.
  await answeredWithin(parts.clock, WAIT_MS, releaseInTheEnd(parts, request)).catch(() => {});
};

/** Releases the hold of a charge that was not made. */
export const giveBack = (
  parts: BillingParts,
  { context, model, record }: SettleRequest,
  outcome: string,
): Promise<void> =>
  releaseQuietly(parts, { context, model, record: record === undefined ? undefined : { ...record, outcome } });
