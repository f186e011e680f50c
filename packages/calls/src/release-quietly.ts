import type { ReleaseRequest, SettleRequest } from "@cenote/contracts";
import type { SettleParts } from "./settle-call";

/** Releases the hold and the key's slot without a charge. A failure is only logged; the hold then expires by itself. */
export const releaseQuietly = async (
  { billing, log }: Pick<SettleParts, "billing" | "log">,
  request: ReleaseRequest,
): Promise<void> => {
  try {
    await billing.release(request);
  } catch (error) {
    log.warn({ requestId: request.context?.requestId, error }, "hold not released; it will expire");
  }
};

/** The same for a charge that was not made. */
export const giveBack = (
  parts: Pick<SettleParts, "billing" | "log">,
  { context, model, record }: SettleRequest,
  outcome: string,
): Promise<void> =>
  releaseQuietly(parts, { context, model, record: record === undefined ? undefined : { ...record, outcome } });
