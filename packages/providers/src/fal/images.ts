import { malformed } from "../answers/answer-failures";
import { fieldsOf, textOf } from "../json-fields";
import { nearestAspectRatio } from "../media/aspect-ratio";
import { imageAnswer, readImages } from "../media/image-answer";
import { imageFromUrl } from "../media/image-bytes";
import type { ImageAnswer, ImageCall, ImageProtocol } from "../media/media-spec";
import type { Target } from "../target";
import { type FalQuirks, quirksOf } from "./quirks";
import { callUrl, toPost } from "./request";

type Input = Required<Pick<FalQuirks, "imageSizeField" | "imagesPerCall">>;

/** The form of a model's input, by the beginning of its id. The quirks of a route take precedence. */
const INPUTS: readonly (readonly [string, Input])[] = [
  ["fal-ai/flux-pro/v1.1-ultra", { imageSizeField: "aspect_ratio", imagesPerCall: 4 }],
  ["fal-ai/flux-pro/kontext", { imageSizeField: "aspect_ratio", imagesPerCall: 4 }],
  // These models have no num_images.
  ["fal-ai/flux-2-", { imageSizeField: "image_size", imagesPerCall: 1 }],
  ["fal-ai/flux", { imageSizeField: "image_size", imagesPerCall: 4 }],
  ["fal-ai/ideogram/", { imageSizeField: "image_size", imagesPerCall: 8 }],
  ["fal-ai/imagen", { imageSizeField: "aspect_ratio", imagesPerCall: 4 }],
  ["fal-ai/nano-banana", { imageSizeField: "aspect_ratio", imagesPerCall: 4 }],
];

const USUAL: Input = { imageSizeField: "image_size", imagesPerCall: 1 };

/** The ratios that all models with a ratio accept. */
const RATIOS = ["1:1", "16:9", "9:16", "4:3", "3:4"] as const;

const inputOf = (target: Target): Input & Pick<FalQuirks, "input"> => ({
  ...(INPUTS.find(([start]) => target.model.startsWith(start))?.[1] ?? USUAL),
  ...quirksOf(target),
});

const sizeFields = (size: string | undefined, field: Input["imageSizeField"]): object => {
  if (size === undefined || field === "none") return {};
  if (field === "aspect_ratio") return { aspect_ratio: nearestAspectRatio(size, RATIOS) };
  const [width, height] = size.split("x").map(Number);
  return { image_size: { width, height } };
};

const toInput = (call: ImageCall, target: Target): object => {
  const { imageSizeField, imagesPerCall, input } = inputOf(target);
  return {
    ...input,
    prompt: call.prompt,
    ...sizeFields(call.size, imageSizeField),
    num_images: imagesPerCall === 1 ? undefined : call.count,
  };
};

const FILTERED = "The provider's safety checker took images away.";

const urlOf = (image: unknown): string => textOf(fieldsOf(image)["url"]);

const fromAnswer = (body: unknown, call: ImageCall): ImageAnswer => {
  const { images: many, image: one, has_nsfw_concepts: flagged } = fieldsOf(body);
  const listed = many ?? (one === undefined ? undefined : [one]);
  if (!Array.isArray(listed)) throw malformed("The provider's answer holds no images.");
  const flags: readonly unknown[] = Array.isArray(flagged) ? flagged : [];
  // An image that the checker flags arrives as a black picture, and is dropped.
  const filtered = flags.includes(true);
  const images = readImages(
    listed.filter((_, place) => flags[place] !== true),
    call,
    (image) => (urlOf(image) === "" ? undefined : imageFromUrl(urlOf(image))),
  );
  return imageAnswer(images, call, { filtered, words: FILTERED });
};

/** fal's models over the synchronous endpoint, which waits for the images and returns their addresses. */
export const falImages: ImageProtocol = {
  maxPerCall: (target) => inputOf(target).imagesPerCall,
  toRequest: (call, target) => toPost(`${callUrl(target)}/${target.model}`, toInput(call, target), target),
  fromAnswer,
};
