import { spellDuration } from "../media/duration-spelling";
import type { VideoCall } from "../media/media-spec";
import type { Target } from "../target";
import { type FalQuirks, quirksOf } from "./quirks";

type Input = Required<Pick<FalQuirks, "durationSpelling" | "aspectRatio">>;

/**
 * How a model's input is spelled, by the beginning of its id, as fal's list of endpoints has it. A model that is not
 * here, or has changed, is spelled out by the quirks of its route.
 */
const INPUTS: readonly (readonly [string, Input])[] = [
  ["fal-ai/veo", { durationSpelling: "seconds", aspectRatio: true }],
  ["fal-ai/luma-dream-machine/", { durationSpelling: "seconds", aspectRatio: true }],
  ["fal-ai/kling-video/", { durationSpelling: "digits", aspectRatio: true }],
  ["fal-ai/minimax/", { durationSpelling: "digits", aspectRatio: false }],
  ["fal-ai/wan-", { durationSpelling: "digits", aspectRatio: true }],
  ["fal-ai/bytedance/seedance/", { durationSpelling: "digits", aspectRatio: true }],
];

const USUAL: Input = { durationSpelling: "integer", aspectRatio: true };

export const toVideoInput = (call: VideoCall, target: Target): object => {
  const known = INPUTS.find(([start]) => target.model.startsWith(start))?.[1] ?? USUAL;
  const { durationSpelling, aspectRatio, input } = { ...known, ...quirksOf(target) };
  return {
    ...input,
    prompt: call.prompt,
    duration: spellDuration(call.durationS, durationSpelling),
    aspect_ratio: aspectRatio ? call.aspectRatio : undefined,
  };
};
