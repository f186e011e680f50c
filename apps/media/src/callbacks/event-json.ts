import { eventJson } from "@cenote/callbacks";
import { formatMxn, shortestDecimal } from "@cenote/core";
import { type Job, statusOf } from "../jobs/job";

const unixSeconds = (timeMs: number | undefined): number | null =>
  timeMs === undefined ? null : Math.floor(timeMs / 1000);

/** The body of a callback: an event with the job as `GET /v1/videos/{job_id}` shows it. Amounts keep every digit. */
export const callbackJson = (job: Job): string => {
  const status = statusOf(job);
  const data = JSON.stringify({
    id: job.id,
    object: "video.job",
    status,
    model: job.model,
    prompt: job.prompt,
    video_url: job.videoUrl ?? null,
    duration: job.durationS,
    error: job.error ?? null,
    created: unixSeconds(job.createdAtMs),
    completed: unixSeconds(job.endedAtMs),
  });
  const cost =
    job.costUsd === ""
      ? ""
      : `,"usage":{"cost_usd":${shortestDecimal(job.costUsd)},"cost_mxn":${formatMxn(job.costNanoMxn)}}`;
  return eventJson({
    type: `video.${status}`,
    atMs: job.endedAtMs ?? job.createdAtMs,
    data: `${data.slice(0, -1)}${cost}}`,
  });
};
