import { VideoStatus, type VideoJob } from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import { type Job, type JobStatus, statusOf } from "../jobs/job";

const STATUSES: Readonly<Record<JobStatus, VideoStatus>> = {
  pending: VideoStatus.VIDEO_STATUS_PENDING,
  processing: VideoStatus.VIDEO_STATUS_PROCESSING,
  completed: VideoStatus.VIDEO_STATUS_COMPLETED,
  failed: VideoStatus.VIDEO_STATUS_FAILED,
};

/** @returns Undefined for `unspecified`, which means all. Errors: invalid_request_error for an unknown status. */
export const toJobStatus = (status: VideoStatus): JobStatus | undefined => {
  if (status === VideoStatus.VIDEO_STATUS_UNSPECIFIED) return undefined;
  const found = (Object.keys(STATUSES) as JobStatus[]).find((name) => STATUSES[name] === status);
  if (found === undefined) throw invalidField("status", "is no status of a video.");
  return found;
};

/** What a caller may see. Address, error and cost appear when the job ends, not before. */
export const toVideoJob = (job: Job): VideoJob => {
  const status = statusOf(job);
  return {
    id: job.id,
    organizationId: job.organizationId,
    requestId: job.requestId,
    status: STATUSES[status],
    model: job.model,
    prompt: job.prompt,
    videoUrl: status === "completed" ? job.videoUrl : undefined,
    stored: status === "completed" && job.stored,
    durationS: job.durationS,
    aspectRatio: job.aspectRatio ?? "",
    error: status === "failed" ? job.error : undefined,
    created: new Date(job.createdAtMs),
    completed: job.endedAtMs === undefined ? undefined : new Date(job.endedAtMs),
    costUsd: status === "completed" ? job.costUsd : "",
    costNanoMxn: status === "completed" ? job.costNanoMxn : 0n,
    callbackUrl: job.callbackUrl ?? "",
  };
};
