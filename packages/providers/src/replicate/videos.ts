import { bearerRequest } from "../media/bearer-request";
import { dataUrlOf } from "../media/data-url";
import { spellDuration } from "../media/duration-spelling";
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
import { type Fields, fieldsOf, textOf } from "../json-fields";
import type { CancelledVideo, MadeVideo, VideoCall, VideoProtocol, VideoState } from "../media/media-spec";
import type { Target } from "../target";
import { isOwnOrigin } from "../media/own-origin";
import { isSuccess } from "../wire/attempt";
import { quirksOf } from "./quirks";

const POLL_INTERVAL_MS = 2_000;
/** Replicate deletes input, output and logs of a prediction an hour after it has ended. */
const FILE_LIFETIME_MS = 60 * 60 * 1_000;

/** An answer about a prediction contains the model's log and its input, including the first image of the video. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** `<owner>/<name>` for models that the provider keeps running, `<owner>/<name>:<version>` for all others. */
const toSubmitPath = ({ model }: Target): { readonly path: string; readonly version?: string } => {
  const [name = "", version] = model.split(":", 2);
  return version === undefined ? { path: `/v1/models/${name}/predictions` } : { path: "/v1/predictions", version };
};

const toInput = (call: VideoCall, target: Target): object => {
  const { durationSpelling, aspectRatio, firstFrameField, input } = quirksOf(target);
  return {
    ...input,
    prompt: call.prompt,
    duration: spellDuration(call.durationS, durationSpelling),
    aspect_ratio: aspectRatio ? call.aspectRatio : undefined,
    ...(call.firstFrame && firstFrameField !== undefined ? { [firstFrameField]: dataUrlOf(call.firstFrame) } : {}),
  };
};

/** The form of the output depends on the model: an address, or a list of addresses. */
const urlOf = (output: unknown): string => textOf(Array.isArray(output) ? output[0] : output);

const toVideo = (url: string, target: Target): MadeVideo => ({
  url,
  lifetimeMs: FILE_LIFETIME_MS,
  ...(target.apiKey !== undefined && isOwnOrigin(url, target)
    ? { headers: { authorization: `Bearer ${target.apiKey}` } }
    : {}),
});

const reasonOf = ({ error }: Fields, otherwise: string): string => textOf(error) || otherwise;

const toState = (prediction: Fields, target: Target): VideoState => {
  switch (prediction["status"]) {
    case "starting":
    case "processing":
      return { state: "running" };
    case "succeeded": {
      const url = urlOf(prediction["output"]);
      if (url !== "") return { state: "completed", video: toVideo(url, target) };
      return failed(prediction["data_removed"] === true ? "The provider has deleted the video." : NO_VIDEO);
    }
    case "failed":
      return failed(reasonOf(prediction, NO_REASON));
    case "canceled":
      return cancelled(reasonOf(prediction, CANCELLED));
    case "aborted":
      return failed(reasonOf(prediction, "The provider gave the job up before it began."));
    default:
      throw noStatus();
  }
};

/** The answer is the prediction, which may have ended earlier or may still be running. */
const fromCancel = (status: number, body: unknown): CancelledVideo => {
  if (!isSuccess(status)) return "refused";
  switch (fieldsOf(body)["status"]) {
    case "canceled":
    case "aborted":
      return "cancelled";
    case "succeeded":
    case "failed":
      return "refused";
    default:
      return "asked";
  }
};

/** Replicate's predictions: created, polled by their id, and cancelled. */
export const replicateVideos: VideoProtocol = {
  pollIntervalMs: POLL_INTERVAL_MS,
  maxAnswerBytes: MAX_ANSWER_BYTES,
  takesFirstFrame: (target) => quirksOf(target).firstFrameField !== undefined,
  toSubmit(call, target) {
    const { path, version } = toSubmitPath(target);
    return bearerRequest(target, {
      method: "POST",
      path,
      body: { ...(version === undefined ? {} : { version }), input: toInput(call, target) },
    });
  },
  fromSubmit: takenJobId,
  toPoll: (handle, target) => bearerRequest(target, { method: "GET", path: `/v1/predictions/${handle}` }),
  fromPoll: (status, body, _handle, target) => readPolledJob(status, body, (job) => toState(job, target)),
  cancel: {
    toRequest: (handle, target) => bearerRequest(target, { method: "POST", path: `/v1/predictions/${handle}/cancel` }),
    fromAnswer: fromCancel,
  },
};
