import { readCallbackUrl } from "@cenote/callbacks";
import { findModel } from "@cenote/calls";
import type { VideoModel } from "@cenote/catalog";
import type { CallContext, VideoRequest } from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import type { InputImage } from "@cenote/providers";
import { refuseZdr, requirePrompt } from "../call-checks";
import { chooseDuration } from "../jobs/duration";
import type { VideoScope } from "../media-scope";
import { readFirstFrame } from "./first-frame";

/** What a caller asks for, resolved to what will be made. */
export interface AskedVideo {
  readonly prompt: string;
  readonly callbackUrl: string | undefined;
  readonly model: VideoModel;
  /** The length that the provider makes; not always the one asked for. */
  readonly durationS: number;
  readonly aspectRatio: string | undefined;
  readonly firstFrame: InputImage | undefined;
}

const ASPECT_RATIO = /^[1-9]\d?:[1-9]\d?$/;

/**
 * Checks in the order of the contract: the request, then the model, then what depends on the model. Errors:
 * invalid_request_error, model_not_found.
 */
export const readAskedVideo = (
  { catalog, callbackOrigins }: Pick<VideoScope, "catalog" | "callbackOrigins">,
  context: CallContext,
  video: VideoRequest | undefined,
): AskedVideo => {
  if (video === undefined) throw invalidField("video", "required.");
  requirePrompt(video.prompt);
  if (video.aspectRatio !== undefined && !ASPECT_RATIO.test(video.aspectRatio))
    throw invalidField("aspect_ratio", "must be <width>:<height>, such as 16:9.");
  if (video.durationS === 0) throw invalidField("duration", "must be at least 1.");
  const { callbackUrl: asked = "" } = video;
  const callbackUrl = asked === "" ? undefined : readCallbackUrl("callback_url", asked, callbackOrigins);
  refuseZdr(context, "videos");
  const model = findModel(catalog, video.model, "video", context);
  return {
    prompt: video.prompt,
    callbackUrl,
    model,
    durationS: durationOf(model, video.durationS),
    aspectRatio: aspectRatioOf(model, video.aspectRatio),
    firstFrame: readFirstFrame(model, video, { catalog: catalog.current(), context }),
  };
};

const durationOf = (model: VideoModel, askedS: number | undefined): number => {
  const durationS = chooseDuration(model, askedS);
  if (durationS === undefined)
    throw invalidField("duration", `must be from 1 to ${model.maxDurationS} for ${model.id}.`);
  return durationS;
};

const aspectRatioOf = ({ id, aspectRatios }: VideoModel, asked: string | undefined): string | undefined => {
  if (asked !== undefined && aspectRatios !== undefined && !aspectRatios.includes(asked)) {
    throw invalidField(
      "aspect_ratio",
      `${id} makes ${aspectRatios.length === 0 ? "only one aspect ratio; leave it out" : aspectRatios.join(", ")}.`,
    );
  }
  return asked;
};
