import { readContext } from "@cenote/calls";
import type { GetVideoRequest, GetVideoResponse } from "@cenote/contracts";
import { within } from "@cenote/core";
import { hasEnded, type Job } from "../jobs/job";
import { JOB_LIMITS } from "../jobs/limits";
import { whatIsDue } from "../jobs/transitions";
import type { VideoScope } from "../media-scope";
import { findJob } from "./find-job";
import { toVideoJob } from "./to-contract";

/** For a job that a worker has: nothing says when it will be done. */
const MIN_POLL_AFTER_MS = 1000;

/**
 * A job's current state, refreshed if the provider may be polled. A slow provider is not waited for, but its answer
 * still counts. Errors: job_not_found.
 */
export const getVideo = async (scope: VideoScope, request: GetVideoRequest): Promise<GetVideoResponse> => {
  const caller = readContext(request.context, scope.ids);
  const job = await refresh(scope, await findJob(scope, caller, request.jobId));
  return { job: toVideoJob(job), pollAfterMs: pollAfterMs(job, scope.clock.nowMs()) };
};

const pollAfterMs = (job: Job, nowMs: number): number => {
  if (hasEnded(job)) return 0;
  return whatIsDue(job, nowMs) === undefined
    ? Math.max(MIN_POLL_AFTER_MS, (job.dueAtMs ?? 0) - nowMs)
    : MIN_POLL_AFTER_MS;
};

const refresh = async ({ machine, background, clock }: VideoScope, job: Job): Promise<Job> => {
  if (hasEnded(job) || whatIsDue(job, clock.nowMs()) === undefined) return job;
  const advanced = machine.advance(job);
  background.run("the refresh of a video job", advanced);
  return (await within(clock, JOB_LIMITS.refreshWaitMs, advanced)) ?? job;
};
