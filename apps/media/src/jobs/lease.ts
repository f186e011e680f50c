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
  /** The job with its last renewal; the next change is compared with it. */
  readonly job: Job;
  readonly result: PromiseSettledResult<Outcome>;
}

/**
 * Works on a job under a lease. The lease is renewed until the work has ended; if the process dies, the lease expires
 * within seconds. Never rejects.
 * @param job As returned by the change that took the lease; due in `JOB_LIMITS.leaseMs` at the earliest.
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

/** @returns Ends the renewals, waits for one under way, and resolves to the job afterwards. */
const keepLease = ({ store, clock, log }: LeaseParts, job: Job): (() => Promise<Job>) => {
  let latest = job;
  let timer: Timer | undefined;
  let renewing: Promise<void> = Promise.resolve();
  let ended = false;
  /** `dueAtMs` of renewals without an answer: one of them may have been stored. */
  const unansweredDueAtMs = new Set<number | undefined>();

  const findUnanswered = async (): Promise<Job | undefined> => {
    const found = unansweredDueAtMs.size === 0 ? undefined : await store.find(job.id);
    const isOurs =
      found?.version === latest.version + 1 && found.phase === latest.phase && unansweredDueAtMs.has(found.dueAtMs);
    return isOurs ? found : undefined;
  };
  const renew = async (): Promise<void> => {
    const dueAtMs = Math.max(latest.dueAtMs ?? 0, clock.nowMs() + JOB_LIMITS.leaseMs);
    try {
      const renewed = await store.update(latest, { dueAtMs });
      const known = renewed ?? (await findUnanswered());
      if (known === undefined) return;
      latest = known;
      unansweredDueAtMs.clear();
      // The found renewal is older than now, so the lease is renewed again.
      if (renewed === undefined) return await renew();
    } catch (error) {
      unansweredDueAtMs.add(dueAtMs);
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
