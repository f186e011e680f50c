import { bearerRequest } from "../media/bearer-request";
import {
  CANCELLED,
  cancelled,
  completed,
  failed,
  NO_REASON,
  noStatus,
  readPolledJob,
  takenJobId,
} from "../media/job-answer";
import { aspectRatioOf } from "../media/aspect-ratio";
import { dataUrlOf } from "../media/data-url";
import { checkedFirstFrame, type FirstFrameLimits } from "../media/first-frame";
import { type Fields, textOf } from "../json-fields";
import type { InputImage, VideoCall, VideoProtocol, VideoState } from "../media/media-spec";
import { invalidCall } from "../requests/invalid-call";
import type { Target } from "../target";
import { quirksOf, type RunwayQuirks } from "./quirks";

/** The shortest interval that the provider allows. */
const POLL_INTERVAL_MS = 5_000;
/** Addresses are valid for at least a day. Another request renews them. */
const FILE_LIFETIME_MS = 24 * 60 * 60 * 1_000;
const VERSION = { "x-runway-version": "2024-11-06" };

/** Aspect ratios in the pixels that the provider's models accept. */
const PIXELS: Readonly<Record<string, string>> = {
  "16:9": "1280:720",
  "9:16": "720:1280",
  "4:3": "1104:832",
  "3:4": "832:1104",
  "1:1": "960:960",
  "21:9": "1584:672",
};

/** Aspect ratios of videos that begin with an image: of Runway's own models, and of others that it serves. */
const GEN4_RATIOS = ["16:9", "9:16", "4:3", "3:4", "1:1", "21:9"] as const;
const USUAL_RATIOS = ["16:9", "9:16"] as const;

/** The field is required, so it needs a default. */
const DEFAULT_RATIO = "16:9";

const ratioOf = (call: VideoCall, model: string, spelling: RunwayQuirks["ratioSpelling"]): string => {
  const aspectRatio = aspectRatioOf(call, model.startsWith("gen4") ? GEN4_RATIOS : USUAL_RATIOS) ?? DEFAULT_RATIO;
  return spelling === "plain" ? aspectRatio : (PIXELS[aspectRatio] ?? aspectRatio);
};

/** Limit of a data URL: docs.dev.runwayml.com/assets/inputs. */
const FIRST_FRAME: FirstFrameLimits = { maxCharacters: 5 * 1_024 * 1_024 };

const toImage = (image: InputImage): string => checkedFirstFrame(image, dataUrlOf(image), FIRST_FRAME);

/** Models that need an image. All others also make videos from text. */
const IMAGE_REQUIRED: ReadonlySet<string> = new Set(["gen4_turbo"]);

const pathOf = ({ firstFrame }: VideoCall, { model }: Target): string => {
  if (firstFrame !== undefined) return "/v1/image_to_video";
  if (IMAGE_REQUIRED.has(model))
    throw invalidCall("input_reference", "this provider makes videos from an image alone with this model.");
  return "/v1/text_to_video";
};

const toState = (task: Fields): VideoState => {
  switch (task["status"]) {
    case "PENDING":
    case "THROTTLED":
    case "RUNNING":
      return { state: "running" };
    case "SUCCEEDED": {
      const { output } = task;
      return completed({ url: textOf(Array.isArray(output) ? output[0] : undefined), lifetimeMs: FILE_LIFETIME_MS });
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
 * Runway's tasks: created from text or from an image, and polled by their id. There is no cancellation: a DELETE stops a
 * running task, but also deletes a finished one, which was billed, and both get the same 204.
 */
export const runwayVideos: VideoProtocol = {
  pollIntervalMs: POLL_INTERVAL_MS,
  takesFirstFrame: () => true,
  toSubmit(call, target) {
    const { ratioSpelling, input } = quirksOf(target);
    return bearerRequest(target, {
      method: "POST",
      path: pathOf(call, target),
      headers: VERSION,
      body: {
        ...input,
        model: target.model,
        promptText: call.prompt,
        promptImage: call.firstFrame && toImage(call.firstFrame),
        duration: call.durationS,
        ratio: ratioOf(call, target.model, ratioSpelling),
      },
    });
  },
  fromSubmit: takenJobId,
  toPoll: (handle, target) => bearerRequest(target, { method: "GET", path: `/v1/tasks/${handle}`, headers: VERSION }),
  fromPoll: (status, body) => readPolledJob(status, body, toState),
  toStop: (handle, target) =>
    bearerRequest(target, { method: "DELETE", path: `/v1/tasks/${handle}`, headers: VERSION }),
};
