import { bearerRequest } from "../media/bearer-request";
import {
  CANCELLED,
  cancelled,
  failed,
  NO_REASON,
  NO_VIDEO,
  noStatus,
  readPolledJob,
  takenJobId,
} from "../media/job-answer";
import { type Fields, textOf } from "../json-fields";
import type { VideoProtocol, VideoState } from "../media/media-spec";
import { quirksOf, type RunwayQuirks } from "./quirks";

/** The provider asks for no more than that. */
const POLL_INTERVAL_MS = 5_000;
/** Addresses live for a day at least, and are renewed by asking again. */
const FILE_LIFETIME_MS = 24 * 60 * 60 * 1_000;
const VERSION = { "x-runway-version": "2024-11-06" };

/** Shapes in pixels, as the provider's models know them. */
const PIXELS: Readonly<Record<string, string>> = { "16:9": "1280:720", "9:16": "720:1280" };

/** The field is required. */
const DEFAULT_RATIO = "16:9";

const ratioOf = (aspectRatio: string = DEFAULT_RATIO, spelling: RunwayQuirks["ratioSpelling"]): string =>
  spelling === "plain" ? aspectRatio : (PIXELS[aspectRatio] ?? aspectRatio);

const toState = (task: Fields): VideoState => {
  switch (task["status"]) {
    case "PENDING":
    case "THROTTLED":
    case "RUNNING":
      return { state: "running" };
    case "SUCCEEDED": {
      const { output } = task;
      const url = textOf(Array.isArray(output) ? output[0] : undefined);
      return url === "" ? failed(NO_VIDEO) : { state: "completed", video: { url, lifetimeMs: FILE_LIFETIME_MS } };
    }
    case "FAILED":
      return failed(textOf(task["failure"]) || textOf(task["failureCode"]) || NO_REASON);
    case "CANCELLED":
      return cancelled(CANCELLED);
    default:
      throw noStatus();
  }
};

/**
 * Runway's tasks: started from text, asked for by their id until they have ended. None is cancelled: the same DELETE
 * ends a running task and takes away a finished one, which was billed, and the same 204 answers both.
 */
export const runwayVideos: VideoProtocol = {
  pollIntervalMs: () => POLL_INTERVAL_MS,
  toSubmit({ prompt, durationS, aspectRatio }, target) {
    const { ratioSpelling, input } = quirksOf(target);
    return bearerRequest(target, {
      method: "POST",
      path: "/v1/text_to_video",
      headers: VERSION,
      body: {
        ...input,
        model: target.model,
        promptText: prompt,
        duration: durationS,
        ratio: ratioOf(aspectRatio, ratioSpelling),
      },
    });
  },
  fromSubmit: takenJobId,
  toPoll: (handle, target) => bearerRequest(target, { method: "GET", path: `/v1/tasks/${handle}`, headers: VERSION }),
  fromPoll: (status, body) => readPolledJob(status, body, toState),
  toStop: (handle, target) =>
    bearerRequest(target, { method: "DELETE", path: `/v1/tasks/${handle}`, headers: VERSION }),
};
