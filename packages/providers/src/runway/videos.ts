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

/** The provider asks for no more than that. */
const POLL_INTERVAL_MS = 5_000;
/** Addresses live for a day at least, and are renewed by asking again. */
const FILE_LIFETIME_MS = 24 * 60 * 60 * 1_000;
const VERSION = { "x-runway-version": "2024-11-06" };

/** Shapes in pixels, as the provider's models know them. */
const PIXELS: Readonly<Record<string, string>> = {
  "16:9": "1280:720",
  "9:16": "720:1280",
  "4:3": "1104:832",
  "3:4": "832:1104",
  "1:1": "960:960",
  "21:9": "1584:672",
};

/** Shapes of a video that begins with an image: Runway's own models know all, others that it serves these two. */
const GEN4_RATIOS = ["16:9", "9:16", "4:3", "3:4", "1:1", "21:9"] as const;
const USUAL_RATIOS = ["16:9", "9:16"] as const;

/** The field is required. */
const DEFAULT_RATIO = "16:9";

const ratioOf = (call: VideoCall, model: string, spelling: RunwayQuirks["ratioSpelling"]): string => {
  const aspectRatio = aspectRatioOf(call, model.startsWith("gen4") ? GEN4_RATIOS : USUAL_RATIOS) ?? DEFAULT_RATIO;
  return spelling === "plain" ? aspectRatio : (PIXELS[aspectRatio] ?? aspectRatio);
};

/** Of a data URL: docs.dev.runwayml.com/assets/inputs. */
const FIRST_FRAME: FirstFrameLimits = { maxCharacters: 5 * 1_024 * 1_024 };

const toImage = (image: InputImage): string => checkedFirstFrame(image, dataUrlOf(image), FIRST_FRAME);

/** The others make videos from a text as well. */
const FROM_IMAGE_ALONE: ReadonlySet<string> = new Set(["gen4_turbo"]);

const pathOf = ({ firstFrame }: VideoCall, { model }: Target): string => {
  if (firstFrame !== undefined) return "/v1/image_to_video";
  if (FROM_IMAGE_ALONE.has(model))
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
 * Runway's tasks: started from text or from an image, asked for by their id until they have ended. None is cancelled: the
 * same DELETE ends a running task and takes away a finished one, which was billed, and the same 204 answers both.
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
