import { bearerRequest } from "../media/bearer-request";
import { spellDuration } from "../media/duration-spelling";
import { completed, failed, NO_REASON, noStatus, readPolledJob, takenJobId } from "../media/job-answer";
import { type Fields, fieldsOf, textOf } from "../json-fields";
import type { VideoProtocol, VideoState } from "../media/media-spec";
import { quirksOf } from "../media/input-quirk";

const POLL_INTERVAL_MS = 3_000;
const ROOT = "/dream-machine/v1/generations";

const toState = (generation: Fields): VideoState => {
  switch (generation["state"]) {
    case "queued":
    case "dreaming":
      return { state: "running" };
    case "completed":
      return completed({ url: textOf(fieldsOf(generation["assets"])["video"]) });
    case "failed":
      return failed(textOf(generation["failure_reason"]) || NO_REASON);
    default:
      throw noStatus();
  }
};

/**
 * Luma's generations: created, and polled by their id. There is no cancellation. A generation can be deleted, but nothing
 * documents that a running one is then neither finished nor billed.
 */
export const lumaVideos: VideoProtocol = {
  pollIntervalMs: POLL_INTERVAL_MS,
  toSubmit: ({ prompt, durationS, aspectRatio }, target) =>
    bearerRequest(target, {
      method: "POST",
      path: `${ROOT}/video`,
      body: {
        ...quirksOf(target).input,
        model: target.model,
        prompt,
        duration: spellDuration(durationS, "seconds"),
        aspect_ratio: aspectRatio,
      },
    }),
  fromSubmit: takenJobId,
  toPoll: (handle, target) => bearerRequest(target, { method: "GET", path: `${ROOT}/${handle}` }),
  fromPoll: (status, body) => readPolledJob(status, body, toState),
  toStop: (handle, target) => bearerRequest(target, { method: "DELETE", path: `${ROOT}/${handle}` }),
};
