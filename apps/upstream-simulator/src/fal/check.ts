import type { Fields } from "../json-body";
import { mistake, type Problem } from "./problem";

/** What a model accepts, from fal's list of endpoints. */
interface Inputs {
  readonly durations?: readonly string[];
  /** Undefined: takes none. */
  readonly aspectRatios?: readonly string[];
  readonly maxImages?: number;
  readonly defaultDuration?: string;
}

const VEO: Inputs = { durations: ["4s", "6s", "8s"], aspectRatios: ["16:9", "9:16"], defaultDuration: "8s" };
const KLING: Inputs = { durations: ["5", "10"], aspectRatios: ["16:9", "9:16", "1:1"], defaultDuration: "5" };

const MODELS: readonly (readonly [string, Inputs])[] = [
  ["fal-ai/veo3", VEO],
  [
    "fal-ai/luma-dream-machine/ray-2",
    { durations: ["5s", "9s"], aspectRatios: ["16:9", "9:16", "4:3", "3:4", "21:9", "9:21"], defaultDuration: "5s" },
  ],
  ["fal-ai/kling-video/", KLING],
  ["fal-ai/minimax/hailuo", { durations: ["6", "10"], defaultDuration: "6" }],
  [
    "fal-ai/flux-pro/v1.1-ultra",
    { aspectRatios: ["21:9", "16:9", "4:3", "3:2", "1:1", "2:3", "3:4", "9:16", "9:21"], maxImages: 4 },
  ],
  ["fal-ai/flux-2-", { maxImages: 1 }],
  ["fal-ai/imagen4/", { aspectRatios: ["1:1", "16:9", "9:16", "4:3", "3:4"], maxImages: 4 }],
  ["fal-ai/flux", { maxImages: 4 }],
];

const inputsOf = (model: string): Inputs | undefined => MODELS.find(([start]) => model.startsWith(start))?.[1];

const oneOf = (field: string, value: unknown, choices: readonly string[]): Problem | undefined =>
  value === undefined || choices.includes(value as string)
    ? undefined
    : mistake(
        field,
        `unexpected value; permitted: ${choices.map((choice) => `'${choice}'`).join(", ")}`,
        "value_error.const",
      );

const MAX_SIDE = 14_142;

const sizeProblem = (size: unknown): Problem | undefined => {
  if (typeof size !== "object" || size === null) return undefined;
  const { width, height } = size as Fields;
  const good = [width, height].every(
    (side) => typeof side === "number" && Number.isInteger(side) && side > 0 && side <= MAX_SIDE,
  );
  return good ? undefined : mistake("image_size", "Input should be a valid image size", "value_error");
};

export const inputProblem = (model: string, input: Fields): Problem | undefined => {
  const { prompt, duration, aspect_ratio: ratio, num_images: count } = input;
  if (typeof prompt !== "string" || prompt === "") return mistake("prompt", "field required", "value_error.missing");
  const inputs = inputsOf(model);
  if (inputs === undefined) return undefined;
  if (
    inputs.maxImages !== undefined &&
    count !== undefined &&
    !(Number.isInteger(count) && (count as number) >= 1 && (count as number) <= inputs.maxImages)
  ) {
    return mistake(
      "num_images",
      `ensure this value is less than or equal to ${inputs.maxImages}`,
      "value_error.number.not_le",
    );
  }
  return (
    sizeProblem(input["image_size"]) ??
    (inputs.durations === undefined ? undefined : oneOf("duration", duration, inputs.durations)) ??
    (inputs.aspectRatios === undefined ? undefined : oneOf("aspect_ratio", ratio, inputs.aspectRatios))
  );
};

const USUAL_DURATION_S = 5;

/** Length of a video in seconds, which models spell differently. */
export const durationOf = (model: string, input: Fields): number => {
  const asked = input["duration"] ?? inputsOf(model)?.defaultDuration ?? USUAL_DURATION_S;
  return Number.parseInt(typeof asked === "number" ? String(asked) : (asked as string), 10);
};
