import { readContext } from "@cenote/calls";
import type { DeleteVideoRequest, DeleteVideoResponse } from "@cenote/contracts";
import { CenoteError, invalidField } from "@cenote/core";
import { hasEnded, type Job } from "../jobs/job";
import { isBeingCopied } from "../jobs/transitions";
import type { VideoScope } from "../media-scope";
import { deleting } from "../storage/deleting";
import { findJob } from "./find-job";

/** A callback may change the job between the read and the removal. This many races are retried. */
const MAX_TRIES = 5;

const BUSY = "The job is being worked on at this moment. Delete it again shortly.";

/**
 * Errors: invalid_request_error while the job is running; overloaded during a copy, whose file would be stored after
 * the deletion and stay.
 */
const requireAtRest = (job: Job, nowMs: number): void => {
  if (!hasEnded(job))
    throw invalidField("job_id", "the job has not ended. Cancel it, or wait for its end, before it is deleted.");
  if (isBeingCopied(job, nowMs)) throw new CenoteError("overloaded", BUSY);
};

/**
 * Deletes a job that has ended. Its file goes first, so if the process dies in between, the job can be deleted again.
 * The ledger keeps its charge. Errors: those of requireAtRest, job_not_found, overloaded.
 */
export const deleteVideo = async (scope: VideoScope, request: DeleteVideoRequest): Promise<DeleteVideoResponse> => {
  const { jobs, storage, clock, log } = scope;
  const caller = readContext(request.context, scope.ids);
  const { requestId } = caller;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const job = await findJob(scope, caller, request.jobId);
    requireAtRest(job, clock.nowMs());
    await deleting({ requestId, log }, () => storage.removeAll(job));
    if (await jobs.remove(job)) {
      log.info({ requestId, jobId: job.id }, "a video job is deleted");
      return { jobId: job.id };
    }
  }
  throw new CenoteError("overloaded", BUSY);
};
