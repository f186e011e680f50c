import type { VideoJobPartsFragment, VideoStatus } from "../../generated/operations";

export type VideoJob = VideoJobPartsFragment;

/** Names shown on the page. */
export const STATUS_NAMES: Readonly<Record<VideoStatus, string>> = {
  PENDING: "Waiting for the provider",
  PROCESSING: "Being made",
  COMPLETED: "Ready",
  FAILED: "Failed",
};

export const isUnderWay = ({ status }: Pick<VideoJob, "status">): boolean =>
  status === "PENDING" || status === "PROCESSING";

export interface KnownStates {
  /** State when the list was loaded. */
  readonly stored: VideoJob;
  /** The last watched state. */
  readonly watched: VideoJob | undefined;
  /** The answer to a cancel. */
  readonly cancelled: VideoJob | undefined;
}

/** A job's current state. A cancel's answer counts only if the job has ended, because no watched state follows then. */
export const latestOf = ({ stored, watched, cancelled }: KnownStates): VideoJob =>
  cancelled === undefined || isUnderWay(cancelled) ? (watched ?? stored) : cancelled;
