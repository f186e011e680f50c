import type { VideoJob as ContractJob } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import type { VideoJob, VideoStatus } from "./video.type";

export const toVideoJob = (job: ContractJob | undefined): VideoJob => {
  if (job?.created === undefined) throw new Error("an answer without its job");
  const isCharged = job.costUsd !== "";
  return {
    id: job.id,
    requestId: job.requestId,
    status: job.status as VideoStatus,
    model: job.model,
    prompt: job.prompt,
    videoUrl: job.videoUrl ?? null,
    duration: job.durationS,
    error: job.error ?? null,
    created: job.created,
    completed: job.completed ?? null,
    costUsd: isCharged ? job.costUsd : null,
    costMxn: isCharged ? formatMxn(job.costNanoMxn) : null,
  };
};
