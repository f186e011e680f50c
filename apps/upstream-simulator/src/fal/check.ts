import { type Fields, wordOf } from "../json-body";
import { type FrameMistake, frameMistakeOf } from "../media/first-frame";
import { type GivenImage, givenByUrl, shapeOfGiven } from "../media/given-image";
import { mistake, type Problem } from "./problem";

/** What a model accepts, from fal's list of endpoints. */
interface Inputs {
  readonly durations?: readonly string[];
  /** Undefined: the model has no such field. */
  readonly aspectRatios?: readonly string[];
  readonly maxImages?: number;
  readonly defaultDuration?: string;
  /** The field of the image that a video begins with. */
  readonly frameField?: string;
  readonly frameIsOptional?: boolean;
}

const VEO: Inputs = { durations: ["4s", "6s", "8s"], aspectRatios: ["16:9", "9:16"], defaultDuration: "8s" };
const KLING: Inputs = { durations: ["5", "10"], aspectRatios: ["16:9", "9:16", "1:1"], defaultDuration: "5" };

const LUMA: Inputs = {
  durations: ["5s", "9s"],
  aspectRatios: ["16:9", "9:16", "4:3", "3:4", "21:9", "9:21"],
  defaultDuration: "5s",
};
const HAILUO: Inputs = { durations: ["6", "10"], defaultDuration: "6" };

const KLING_FROM_IMAGE: Inputs = { durations: ["5", "10"], defaultDuration: "5", frameField: "image_url" };
const VEO_FROM_IMAGE: Inputs = { ...VEO, aspectRatios: ["auto", "16:9", "9:16"], frameField: "image_url" };

const MODELS: readonly (readonly [string, Inputs])[] = [
  ["fal-ai/veo3/image-to-video", VEO_FROM_IMAGE],
  ["fal-ai/veo3.1/image-to-video", VEO_FROM_IMAGE],
  ["fal-ai/luma-dream-machine/ray-2/image-to-video", { ...LUMA, frameField: "image_url", frameIsOptional: true }],
  ["fal-ai/kling-video/v2.5-turbo/pro/image-to-video", KLING_FROM_IMAGE],
  ["fal-ai/kling-video/v2.6/pro/image-to-video", { ...KLING_FROM_IMAGE, frameField: "start_image_url" }],
  ["fal-ai/minimax/hailuo-02/standard/image-to-video", { ...HAILUO, frameField: "image_url" }],
  ["fal-ai/veo3", VEO],
  ["fal-ai/luma-dream-machine/ray-2", LUMA],
  ["fal-ai/kling-video/", KLING],
  ["fal-ai/minimax/hailuo", HAILUO],
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

/** The image that a video begins with, if any. */
export const frameOf = (model: string, input: Fields): GivenImage | undefined => {
  const field = inputsOf(model)?.frameField;
  return field === undefined ? undefined : givenByUrl(wordOf(input[field]));
};

const MIB = 1024 * 1024;
const FRAME_WORDS: Readonly<Record<FrameMistake, readonly [message: string, type: string]>> = {
  type: ["Unsupported image format. Supported formats are JPEG, PNG and WebP.", "image_load_error"],
  content: [
    "Failed to load the image. Please ensure the image file is not corrupted and is in a supported format.",
    "image_load_error",
  ],
  length: ["File size exceeds the maximum allowed size of 30 MB.", "file_too_large"],
  side: ["Image dimensions are too small.", "image_too_small"],
  shape: ["Image aspect ratio is not supported.", "image_load_error"],
};

const frameProblem = (model: string, input: Fields): Problem | undefined => {
  const { frameField: field, frameIsOptional = false } = inputsOf(model) ?? {};
  if (field === undefined) return undefined;
  if (input[field] === undefined)
    return frameIsOptional ? undefined : mistake(field, "field required", "value_error.missing");
  const image = frameOf(model, input);
  // The simulator fetches nothing.
  if (image === undefined) return mistake(field, "Failed to download the file.", "file_download_error");
  const found = frameMistakeOf(image, { maxCharacters: 40 * MIB });
  return found && mistake(field, ...FRAME_WORDS[found]);
};

const DEFAULT_SHAPE = "16:9";

/**
 * Shape of the video. A video that begins with an image has the image's shape if the model accepts none, and the nearer
 * of two shapes if the request leaves it to the model.
 */
export const shapeOf = (model: string, input: Fields): string => {
  const { aspect_ratio: ratio } = input;
  if (typeof ratio === "string" && ratio !== "auto") return ratio;
  const { aspectRatios } = inputsOf(model) ?? {};
  const frame = frameOf(model, input);
  const shape = (frame && shapeOfGiven(frame)) ?? DEFAULT_SHAPE;
  if (aspectRatios === undefined) return shape;
  const [width = 1, height = 1] = shape.split(":").map(Number);
  return aspectRatios.includes("auto") && height > width ? "9:16" : DEFAULT_SHAPE;
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
    (inputs.aspectRatios === undefined ? undefined : oneOf("aspect_ratio", ratio, inputs.aspectRatios)) ??
    frameProblem(model, input)
  );
};

const USUAL_DURATION_S = 5;

/** Length of a video in seconds, which models spell differently. */
export const durationOf = (model: string, input: Fields): number => {
  const asked = input["duration"] ?? inputsOf(model)?.defaultDuration ?? USUAL_DURATION_S;
  return Number.parseInt(typeof asked === "number" ? String(asked) : (asked as string), 10);
};
