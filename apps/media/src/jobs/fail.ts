import { change, changeAndGoOn } from "./change";
import type { Job, JobAttempt } from "./job";
import { underLease } from "./lease";
import type { JobParts } from "./ports";
import { toFailed, toFailing, toMoneyLater } from "./transitions";

export interface JobFailure {
  /** For the caller. */
  readonly error: string;
  /** For the usage record. */
  readonly outcome: string;
  readonly attempts?: readonly JobAttempt[];
}

export const CANCELLED: JobFailure = { error: "The job was cancelled.", outcome: "cancelled" };

/**
 * Ends a job without a charge; the hold is released before anybody sees it failed.
 * @returns Its state then. Another worker may have ended it before: whether it has this failure, its `error` tells.
 */
export const fail = (parts: JobParts, job: Job, failure: JobFailure): Promise<Job> =>
  changeAndGoOn(parts, job, toFailing(failure, parts.clock.nowMs()), (failing) => release(parts, failing));

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
