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
