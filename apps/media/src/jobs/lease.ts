import type { Clock, Log, Timer } from "@cenote/core";
import type { Job } from "./job";
import { JOB_LIMITS } from "./limits";
import type { JobStore } from "./store";

export interface LeaseParts {
  readonly store: Pick<JobStore, "update" | "find">;
  readonly clock: Clock;
  readonly log: Log;
}

export interface WorkedOn<Outcome> {
  /** With its last renewal: what the next change is compared with. */
  readonly job: Job;
  readonly result: PromiseSettledResult<Outcome>;
}

/**
 * Works on a job as the one that may: the lease is renewed until the work has ended, and a process that died loses it
 * within seconds. Never rejects.
 * @param job As the change left it that made it ours, due in `JOB_LIMITS.leaseMs` at the earliest.
 */
export const underLease = async <Outcome>(
  parts: LeaseParts,
  job: Job,
  work: () => Promise<Outcome>,
): Promise<WorkedOn<Outcome>> => {
  const endRenewals = keepLease(parts, job);
  const [result] = await Promise.allSettled([(async () => work())()]);
  return { job: await endRenewals(), result };
};

/** @returns Ends the renewals, one under way among them, and gives the job as it is then. */
const keepLease = ({ store, clock, log }: LeaseParts, job: Job): (() => Promise<Job>) => {
  let latest = job;
  let timer: Timer | undefined;
  let renewing: Promise<void> = Promise.resolve();
  let ended = false;
  /** `dueAtMs` of renewals that were not answered: one of them may have happened. */
  const untoldDueAtMs = new Set<number | undefined>();

  const findUntold = async (): Promise<Job | undefined> => {
    const found = untoldDueAtMs.size === 0 ? undefined : await store.find(job.id);
    const isOurs =
      found?.version === latest.version + 1 && found.phase === latest.phase && untoldDueAtMs.has(found.dueAtMs);
    return isOurs ? found : undefined;
  };
  const renew = async (): Promise<void> => {
    const dueAtMs = Math.max(latest.dueAtMs ?? 0, clock.nowMs() + JOB_LIMITS.leaseMs);
    try {
      const renewed = await store.update(latest, { dueAtMs });
      const known = renewed ?? (await findUntold());
      if (known === undefined) return;
      latest = known;
      untoldDueAtMs.clear();
      // It was renewed a while ago.
      if (renewed === undefined) return await renew();
    } catch (error) {
      untoldDueAtMs.add(dueAtMs);
      log.warn({ jobId: job.id, error }, "the lease of a video job could not be renewed");
    }
    arm();
  };
  const arm = (): void => {
    if (!ended)
      timer = clock.setTimer(() => {
        renewing = renew();
      }, JOB_LIMITS.renewMs);
  };
  arm();

  return async () => {
    ended = true;
    timer?.cancel();
    await renewing;
    return latest;
  };
};
