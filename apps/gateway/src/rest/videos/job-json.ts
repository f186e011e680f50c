import { type VideoJob, VideoStatus } from "@cenote/contracts";
import { Type } from "typebox";
import { costMembers } from "../cost-json";
import { costProperties } from "../document-parts";

const STATUS_NAMES: Readonly<Record<VideoStatus, string>> = {
  [VideoStatus.VIDEO_STATUS_UNSPECIFIED]: "pending",
  [VideoStatus.VIDEO_STATUS_PENDING]: "pending",
  [VideoStatus.VIDEO_STATUS_PROCESSING]: "processing",
  [VideoStatus.VIDEO_STATUS_COMPLETED]: "completed",
  [VideoStatus.VIDEO_STATUS_FAILED]: "failed",
};

/** The statuses that a list can be filtered by. */
export const STATUSES: Readonly<Record<string, VideoStatus>> = {
  pending: VideoStatus.VIDEO_STATUS_PENDING,
  processing: VideoStatus.VIDEO_STATUS_PROCESSING,
  completed: VideoStatus.VIDEO_STATUS_COMPLETED,
  failed: VideoStatus.VIDEO_STATUS_FAILED,
};

const nullable = (type: "string" | "integer", description: string) =>
  Type.Unsafe<string | number | null>({ type: [type, "null"], description });

export const jobSchema = Type.Object(
  {
    id: Type.String({ description: "UUID." }),
    object: Type.Literal("video.job"),
    status: Type.Unsafe<string>({ type: "string", enum: Object.keys(STATUSES) }),
    model: Type.String(),
    prompt: Type.String(),
    video_url: nullable(
      "string",
      "Once completed: in the service's own storage, public, does not expire. If the copy failed, the provider's own URL for a while.",
    ),
    duration: Type.Integer({ description: "Seconds generated and billed." }),
    error: nullable("string", "Why the job failed. A failed job is not billed."),
    created: Type.Integer({ description: "Unix seconds." }),
    completed: nullable("integer", "Unix seconds of its end."),
    usage: Type.Optional(Type.Object(costProperties, { description: "Once completed." })),
  },
  { $id: "VideoJob" },
);

const unixSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** A job as the documented JSON, with every field in every state. Pure. */
export const jobJson = (job: VideoJob): string => {
  if (job.created === undefined) throw new Error("a video job without its time");
  const facts = JSON.stringify({
    id: job.id,
    object: "video.job",
    status: STATUS_NAMES[job.status],
    model: job.model,
    prompt: job.prompt,
    video_url: job.videoUrl ?? null,
    duration: job.durationS,
    error: job.error ?? null,
    created: unixSeconds(job.created),
    completed: job.completed === undefined ? null : unixSeconds(job.completed),
  });
  return job.costUsd === "" ? facts : `${facts.slice(0, -1)},"usage":{${costMembers(job.costUsd, job.costNanoMxn)}}}`;
};
