import type { Clock, Log, Timer } from "@cenote/core";
import type { Job } from "./job";
import { JOB_LIMITS } from "./limits";
import type { JobStore } from "./store";

/** The right to work on a job, renewed for as long as its owner lives. A process that died loses it within seconds. */
export interface Lease {
  /** Stops renewing. @returns The job as it is with its last renewal: what the next change is compared with. */
  end(): Promise<Job>;
}

export interface LeaseParts {
  readonly store: Pick<JobStore, "update">;
  readonly clock: Clock;
  readonly log: Log;
}

/** @param job As the change left it that made it ours, due in `JOB_LIMITS.leaseMs` at the earliest. */
export const keepLease = ({ store, clock, log }: LeaseParts, job: Job): Lease => {
  let latest = job;
  let timer: Timer | undefined;
  let renewing: Promise<void> = Promise.resolve();
  let ended = false;

  const renew = async (): Promise<void> => {
    try {
      const renewed = await store.update(latest, { dueAtMs: Math.max(latest.dueAtMs ?? 0, clock.nowMs() + JOB_LIMITS.leaseMs) });
      if (renewed === undefined) return;
      latest = renewed;
    } catch (error) {
      log.warn({ jobId: job.id, error }, "the lease of a video job could not be renewed");
    }
    arm();
  };
  const arm = (): void => {
    if (!ended) timer = clock.setTimer(() => { renewing = renew(); }, JOB_LIMITS.renewMs);
  };
  arm();

  return {
    async end() {
      ended = true;
      timer?.cancel();
      await renewing;
      return latest;
    },
  };
};
