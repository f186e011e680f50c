import { readContext } from "@cenote/calls";
import type { DeleteVideoRequest, DeleteVideoResponse } from "@cenote/contracts";
import { CenoteError, invalidField } from "@cenote/core";
import { hasEnded, type Job } from "../jobs/job";
import { isBeingCopied } from "../jobs/transitions";
import type { VideoScope } from "../media-scope";
import { deleting } from "../storage/deleting";
import { findJob } from "./find-job";

/** A callback may change the job between its reading and its removal; a few such races are retried. */
const MAX_TRIES = 5;

const BUSY = "The job is being worked on at this moment. Delete it again shortly.";

/** Errors: invalid_request_error; overloaded: the file would come after its deletion, and would stay. */
const requireAtRest = (job: Job, nowMs: number): void => {
  if (!hasEnded(job))
    throw invalidField("job_id", "the job has not ended. Cancel it, or wait for its end, before it is deleted.");
  if (isBeingCopied(job, nowMs)) throw new CenoteError("overloaded", BUSY);
};

/**
 * Takes a job that has ended away, its file first: a process that dies in between leaves a job that can be deleted
 * again. What it cost stays in the ledger. Errors: those of requireAtRest, job_not_found, overloaded.
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
