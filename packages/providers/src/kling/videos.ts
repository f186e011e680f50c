import { bearerRequest } from "../media/bearer-request";
import { spellDuration } from "../media/duration-spelling";
import { checkedJobId, completed, failed, NO_REASON, noStatus, readPolledJob } from "../media/job-answer";
import { type Fields, fieldsOf, listOf, textOf } from "../json-fields";
import { checkedFirstFrame, type FirstFrameLimits } from "../media/first-frame";
import type { InputImage, VideoProtocol, VideoState } from "../media/media-spec";
import { klingErrors, NOT_THERE } from "./errors";
import { quirksOf } from "../media/input-quirk";
import { toToken } from "./token";

const POLL_INTERVAL_MS = 5_000;
/** The provider deletes videos after this time. */
const FILE_LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000;
const ROOT = "/v1/videos";
/** Jobs with an image have a separate path, which not every model supports. */
const FROM_TEXT = "text2video";
const FROM_IMAGE = "image2video";

/** The provider's documentation allows images of ten megabytes. */
const FIRST_FRAME: FirstFrameLimits = {
  maxCharacters: Math.ceil((10 * 1_024 * 1_024) / 3) * 4,
  contentTypes: ["image/png", "image/jpeg"],
};

/** Only base64, since the provider refuses a data URL. */
const toImage = (image: InputImage): string => checkedFirstFrame(image, image.bytes.toString("base64"), FIRST_FRAME);

/** The path of a job. A handle is the job's id, with its path before it if that is not `text2video`. No id has a slash. */
const pathOf = (handle: string): string => `${ROOT}/${handle.includes("/") ? handle : `${FROM_TEXT}/${handle}`}`;

const toUrl = (task: Fields): string => textOf(listOf(fieldsOf(task["task_result"])["videos"])[0]?.["url"]);

const toState = (answer: Fields): VideoState => {
  if (klingErrors.codeOf(answer) === NOT_THERE) return failed(klingErrors.messageOf(answer));
  klingErrors.refuse(answer);
  const task = fieldsOf(answer["data"]);
  switch (task["task_status"]) {
    case "submitted":
    case "processing":
      return { state: "running" };
    case "succeed":
      return completed({ url: toUrl(task), lifetimeMs: FILE_LIFETIME_MS });
    case "failed":
      return failed(textOf(task["task_status_msg"]) || NO_REASON);
    default:
      throw noStatus();
  }
};

/**
 * Kling's tasks: created from text or from an image, and polled by their id. A video from an image has the image's aspect
 * ratio. Tasks can't be cancelled.
 */
export const klingVideos: VideoProtocol = {
  pollIntervalMs: POLL_INTERVAL_MS,
  toToken,
  takesFirstFrame: () => true,
  endpointOf: ({ firstFrame }, { model }) => (firstFrame === undefined ? model : `${model}/${FROM_IMAGE}`),
  toSubmit: ({ prompt, durationS, aspectRatio, firstFrame }, target) =>
    bearerRequest(target, {
      method: "POST",
      path: `${ROOT}/${firstFrame === undefined ? FROM_TEXT : FROM_IMAGE}`,
      body: {
        ...quirksOf(target).input,
        model_name: target.model,
        prompt,
        duration: spellDuration(durationS, "digits"),
        ...(firstFrame === undefined ? { aspect_ratio: aspectRatio } : { image: toImage(firstFrame) }),
      },
    }),
  fromSubmit(body, { firstFrame }) {
    klingErrors.refuse(body);
    const id = checkedJobId(fieldsOf(fieldsOf(body)["data"])["task_id"]);
    return firstFrame === undefined ? id : `${FROM_IMAGE}/${id}`;
  },
  toPoll: (handle, target) => bearerRequest(target, { method: "GET", path: pathOf(handle) }),
  fromPoll: (status, body) => readPolledJob(status, body, toState, klingErrors.factsOf),
};
