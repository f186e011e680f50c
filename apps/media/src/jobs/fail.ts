import { change, current } from "./change";
import type { Job, JobFailure } from "./job";
import { underLease } from "./lease";
import type { JobParts } from "./ports";
import { toFailed, toFailing, toMoneyLater } from "./transitions";

export const CANCELLED: JobFailure = { reason: "cancelled", error: "The job was cancelled." };

/** The outcome of failing a job. */
export interface FailedJob {
  readonly job: Job;
  /** Whether the job failed for this reason; false if another worker changed it first. */
  readonly isOurs: boolean;
}

/** Fails a job without a charge. The hold is released before anybody sees the job as failed. */
export const failUnlessChanged = async (parts: JobParts, job: Job, failure: JobFailure): Promise<FailedJob> => {
  const failing = await parts.store.update(job, toFailing(failure, parts.clock.nowMs()));
  return failing === undefined
    ? { job: await current(parts, job), isOurs: false }
    : { job: await release(parts, failing), isOurs: true };
};

/**
 * Like failUnlessChanged, for callers that need not know whether another worker was first. @returns The job afterwards.
 */
export const fail = async (parts: JobParts, job: Job, failure: JobFailure): Promise<Job> =>
  (await failUnlessChanged(parts, job, failure)).job;

/** The second step of a failure. If billing can't be reached, the release is retried later. */
export const release = async (parts: JobParts, failing: Job): Promise<Job> => {
  const { money, clock, log } = parts;
  const { job, result } = await underLease(parts, failing, () => money.release(failing));
  if (result.status === "fulfilled") return change(parts, job, toFailed(job, clock.nowMs()));
  const error: unknown = result.reason;
  log.warn(
    { jobId: job.id, requestId: job.requestId, error },
    "releasing the hold of a failed video job failed and will be retried",
  );
  return change(parts, job, toMoneyLater(error, clock.nowMs()));
};
