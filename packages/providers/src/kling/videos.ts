import { bearerRequest } from "../media/bearer-request";
import { spellDuration } from "../media/duration-spelling";
import { checkedJobId, failed, NO_REASON, NO_VIDEO, noStatus, readPolledJob } from "../media/job-answer";
import { type Fields, fieldsOf, textOf } from "../json-fields";
import type { VideoProtocol, VideoState } from "../media/media-spec";
import { klingErrors, NOT_THERE } from "./errors";
import { quirksOf } from "../media/input-quirk";
import { toToken } from "./token";

const POLL_INTERVAL_MS = 5_000;
/** What was made is cleared after that. */
const FILE_LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000;
const ROOT = "/v1/videos/text2video";

const toUrl = (task: Fields): string => {
  const { videos } = fieldsOf(task["task_result"]);
  return textOf(fieldsOf(Array.isArray(videos) ? videos[0] : undefined)["url"]);
};

const toState = (answer: Fields): VideoState => {
  if (klingErrors.codeOf(answer) === NOT_THERE) return failed(klingErrors.messageOf(answer));
  klingErrors.refuse(answer);
  const task = fieldsOf(answer["data"]);
  switch (task["task_status"]) {
    case "submitted":
    case "processing":
      return { state: "running" };
    case "succeed": {
      const url = toUrl(task);
      return url === "" ? failed(NO_VIDEO) : { state: "completed", video: { url, lifetimeMs: FILE_LIFETIME_MS } };
    }
    case "failed":
      return failed(textOf(task["task_status_msg"]) || NO_REASON);
    default:
      throw noStatus();
  }
};

/** Kling's tasks: created from text, asked for by their id until they have ended. There is no way to end one. */
export const klingVideos: VideoProtocol = {
  pollIntervalMs: () => POLL_INTERVAL_MS,
  toToken,
  toSubmit: ({ prompt, durationS, aspectRatio }, target) =>
    bearerRequest(target, {
      method: "POST",
      path: ROOT,
      body: {
        ...quirksOf(target).input,
        model_name: target.model,
        prompt,
        duration: spellDuration(durationS, "digits"),
        aspect_ratio: aspectRatio,
      },
    }),
  fromSubmit(body) {
    klingErrors.refuse(body);
    return checkedJobId(fieldsOf(fieldsOf(body)["data"])["task_id"]);
  },
  toPoll: (handle, target) => bearerRequest(target, { method: "GET", path: `${ROOT}/${handle}` }),
  fromPoll: (status, body) => readPolledJob(status, body, toState, klingErrors.factsOf),
};
