import { aspectRatioOf } from "../media/aspect-ratio";
import { dataUrlOf } from "../media/data-url";
import { spellDuration } from "../media/duration-spelling";
import type { VideoCall } from "../media/media-spec";
import type { Target } from "../target";
import { type FalQuirks, quirksOf } from "./quirks";

interface Input extends Required<Pick<FalQuirks, "durationSpelling" | "aspectRatio" | "firstFrameField">> {
  /** It does not take the image's shape by itself, but has one of its own; these are there to choose from. */
  readonly shapes?: readonly [string, ...string[]];
}

type Inputs = readonly (readonly [start: string, Partial<Input>])[];

/**
 * How an endpoint's input is spelled, by the beginning of its id, as fal's list of endpoints has it. One that is not
 * here, or has changed, is spelled out by the quirks of its route.
 */
const INPUTS: Inputs = [
  ["fal-ai/veo", { durationSpelling: "seconds" }],
  ["fal-ai/luma-dream-machine/", { durationSpelling: "seconds" }],
  ["fal-ai/kling-video/", { durationSpelling: "digits" }],
  ["fal-ai/minimax/", { durationSpelling: "digits", aspectRatio: false }],
  ["fal-ai/wan-", { durationSpelling: "digits" }],
  ["fal-ai/bytedance/seedance/", { durationSpelling: "digits" }],
];

/** How the input of those that take an image deviates from that. */
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

/** Where a video is asked for: those that begin with an image have an endpoint of their own. */
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
