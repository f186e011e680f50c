import { change, current } from "./change";
import type { Job, JobFailure } from "./job";
import { underLease } from "./lease";
import type { JobParts } from "./ports";
import { toFailed, toFailing, toMoneyLater } from "./transitions";

export const CANCELLED: JobFailure = { reason: "cancelled", error: "The job was cancelled." };

/** What became of a job that was to fail. */
export interface FailedJob {
  readonly job: Job;
  /** It has this failure; otherwise another worker changed it before. */
  readonly isOurs: boolean;
}

/** Ends a job without a charge; the hold is released before anybody sees it failed. */
export const failUnlessChanged = async (parts: JobParts, job: Job, failure: JobFailure): Promise<FailedJob> => {
  const failing = await parts.store.update(job, toFailing(failure, parts.clock.nowMs()));
  return failing === undefined
    ? { job: await current(parts, job), isOurs: false }
    : { job: await release(parts, failing), isOurs: true };
};

/** The same, for whoever need not know if it was another worker. @returns The job's state then. */
export const fail = async (parts: JobParts, job: Job, failure: JobFailure): Promise<Job> =>
  (await failUnlessChanged(parts, job, failure)).job;

/** The second half of a failure. Where billing is away, it is taken up again later. */
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
