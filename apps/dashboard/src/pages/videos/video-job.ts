import type { VideoJobPartsFragment, VideoStatus } from "../../generated/operations";

export type VideoJob = VideoJobPartsFragment;

/** As the page shows them. */
export const STATUS_NAMES: Readonly<Record<VideoStatus, string>> = {
  PENDING: "Waiting for the provider",
  PROCESSING: "Being made",
  COMPLETED: "Ready",
  FAILED: "Failed",
};

export const isUnderWay = ({ status }: Pick<VideoJob, "status">): boolean =>
  status === "PENDING" || status === "PROCESSING";

export interface KnownStates {
  /** When the list was loaded. */
  readonly stored: VideoJob;
  /** The last one that was watched. */
  readonly watched: VideoJob | undefined;
  /** The answer to a cancel. */
  readonly cancelled: VideoJob | undefined;
}

/** A job as it is now. A cancel's answer counts if the job has ended: then nothing follows that a watch would tell. */
export const latestOf = ({ stored, watched, cancelled }: KnownStates): VideoJob =>
  cancelled === undefined || isUnderWay(cancelled) ? (watched ?? stored) : cancelled;
