import { aspectRatioOf } from "../media/aspect-ratio";
import { dataUrlOf } from "../media/data-url";
import { spellDuration } from "../media/duration-spelling";
import type { VideoCall } from "../media/media-spec";
import type { Target } from "../target";
import { type FalQuirks, quirksOf } from "./quirks";

interface Input extends Required<Pick<FalQuirks, "durationSpelling" | "aspectRatio" | "firstFrameField">> {
  /** Aspect ratios of an endpoint that does not adopt the image's ratio, but has a default of its own. */
  readonly shapes?: readonly [string, ...string[]];
}

type Inputs = readonly (readonly [start: string, Partial<Input>])[];

/**
 * The form of an endpoint's input, by the beginning of its id, from fal's list of endpoints. For an endpoint that is not
 * listed, or has changed, the quirks of its route give the form.
 */
const INPUTS: Inputs = [
  ["fal-ai/veo", { durationSpelling: "seconds" }],
  ["fal-ai/luma-dream-machine/", { durationSpelling: "seconds" }],
  ["fal-ai/kling-video/", { durationSpelling: "digits" }],
  ["fal-ai/minimax/", { durationSpelling: "digits", aspectRatio: false }],
  ["fal-ai/wan-", { durationSpelling: "digits" }],
  ["fal-ai/bytedance/seedance/", { durationSpelling: "digits" }],
];

/** Deviations of the endpoints for videos that begin with an image. */
const INPUTS_WITH_IMAGE: Inputs = [
  ["fal-ai/luma-dream-machine/", { shapes: ["16:9", "9:16", "4:3", "3:4", "21:9", "9:21"] }],
  ["fal-ai/kling-video/v2.6/", { aspectRatio: false, firstFrameField: "start_image_url" }],
  ["fal-ai/kling-video/v3/pro/", { aspectRatio: false, firstFrameField: "start_image_url" }],
  ["fal-ai/kling-video/v3/standard/", { aspectRatio: false, firstFrameField: "start_image_url" }],
  ["fal-ai/kling-video/", { aspectRatio: false }],
  ["fal-ai/wan-", { aspectRatio: false }],
];

const USUAL: Input = { durationSpelling: "integer", aspectRatio: true, firstFrameField: "image_url" };

const knownOf = (inputs: Inputs, endpoint: string): Partial<Input> | undefined =>
  inputs.find(([start]) => endpoint.startsWith(start))?.[1];

/** The endpoint that makes the video. Videos that begin with an image may have a separate one. */
export const endpointOf = ({ firstFrame }: VideoCall, target: Target): string =>
  (firstFrame && quirksOf(target).firstFrame) ?? target.model;

export const toVideoInput = (call: VideoCall, target: Target): object => {
  const endpoint = endpointOf(call, target);
  const { firstFrame } = call;
  const { durationSpelling, aspectRatio, firstFrameField, shapes, input }: Input & Pick<FalQuirks, "input"> = {
    ...USUAL,
    ...knownOf(INPUTS, endpoint),
    ...(firstFrame && knownOf(INPUTS_WITH_IMAGE, endpoint)),
    ...quirksOf(target),
  };
  return {
    ...input,
    prompt: call.prompt,
    duration: spellDuration(call.durationS, durationSpelling),
    aspect_ratio: aspectRatio ? (shapes === undefined ? call.aspectRatio : aspectRatioOf(call, shapes)) : undefined,
    ...(firstFrame && { [firstFrameField]: dataUrlOf(firstFrame) }),
  };
};
