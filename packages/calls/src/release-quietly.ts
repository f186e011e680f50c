import type { ReleaseRequest } from "@cenote/contracts";
import type { SettleParts } from "./settle-call";

/** Nothing is charged: frees the hold and the key's slot. Failure is logged, the hold then expires by itself. */
export const releaseQuietly = async ({ billing, log }: Pick<SettleParts, "billing" | "log">, request: ReleaseRequest): Promise<void> => {
  try {
    await billing.release(request);
  } catch (error) {
    log.warn({ requestId: request.context?.requestId, error }, "hold not released; it will expire");
  }
};
