import type { BillingService } from "@cenote/contracts";
import { type Clock, type Log, type PeriodicTask, startPeriodicTask } from "@cenote/core";
import type { MediaStorage } from "../storage/storage";
import { UNPAID_LIMITS } from "./limits";
import type { UnpaidCall, UnpaidCallStore } from "./store";

export interface UnpaidSweepParts {
  readonly store: UnpaidCallStore;
  readonly storage: Pick<MediaStorage, "removeAll">;
  readonly billing: Pick<BillingService, "getCharges">;
  readonly clock: Clock;
  readonly log: Log;
}

/** If a process died between storing a call's files and its charge, the ledger knows whether the charge was posted. */
const clear = async ({ store, storage, billing, log }: UnpaidSweepParts, call: UnpaidCall): Promise<void> => {
  const { organizationId, mediaId, requestId } = call;
  const { entries } = await billing.getCharges({ organizationId, requestIds: [requestId] });
  if (entries.length === 0) {
    await storage.removeAll({ organizationId, mediaId });
    log.info({ requestId, mediaId }, "files of a call that was never paid for are deleted");
  }
  await store.remove(mediaId);
};

/**
 * One sweep over the calls that are old enough. A failed one is put off behind all others, so that failures never block
 * the rest.
 */
export const sweepUnpaid = async (parts: UnpaidSweepParts): Promise<void> => {
  const { store, clock, log } = parts;
  const oldMs = clock.nowMs() - UNPAID_LIMITS.keptMs;
  for (const call of await store.before(oldMs, UNPAID_LIMITS.sweepAtOnce)) {
    try {
      await clear(parts, call);
    } catch (error) {
      log.warn({ requestId: call.requestId, error }, "checking the files of an unpaid call failed and will be retried");
      await store.putOff(call.mediaId, oldMs);
    }
  }
};

/** Deletes, after a while, the files of calls whose process died before they were paid for. */
export const startUnpaidSweeper = (parts: UnpaidSweepParts): PeriodicTask => {
  const { clock, log } = parts;
  return startPeriodicTask({
    clock,
    log,
    name: "the sweep of unpaid calls",
    everyMs: UNPAID_LIMITS.sweepEveryMs,
    run: () => sweepUnpaid(parts),
  });
};
