import { malformed } from "../answers/answer-failures";
import { nearestAspectRatio } from "../media/aspect-ratio";
import { dataUrlOf } from "../media/data-url";
import { imageAnswer, readImages } from "../media/image-answer";
import { imageFromBase64, imageFromUrl } from "../media/image-bytes";
import type { ImageAnswer, ImageCall, ImageEdits, ImageProtocol, InputImage, MadeImage } from "../media/media-spec";
import { jsonHeaders } from "../requests/json-headers";
import type { Target } from "../target";
import { isErrorBody, toStreamError } from "../errors/openai-errors";
import { type ImageStyle, quirksOf } from "./quirks";

/** The parameters of a kind of model in `POST /images/generations`, and its limits. */
interface Style {
  readonly maxPerCall: number;
  fields(call: ImageCall): object;
  /** Its additional parameters in `POST /images/edits`; absent if it can't edit images. */
  readonly edits?: ImageEdits & {
    fields(inputs: readonly InputImage[], mask: InputImage | undefined): object;
  };
}

/** Aspect ratios of Grok. */
const GROK_RATIOS = ["1:1", "16:9", "9:16", "4:3", "3:4", "3:2", "2:3", "2:1", "1:2"] as const;

/** One image and several images have different field names. */
const toGrokImages = (inputs: readonly InputImage[]): object => {
  const images = inputs.map((input) => ({ type: "image_url", url: dataUrlOf(input) }));
  return images.length === 1 ? { image: images[0] } : { images };
};

/** GPT Image has its own names of qualities. */
const GPT_IMAGE_QUALITIES: ReadonlyMap<string, string> = new Map([
  ["standard", "medium"],
  ["hd", "high"],
]);

const STYLES: Readonly<Record<ImageStyle, Style>> = {
  // Always answers with base64, and refuses the parameter for it. With `auto` the model would choose size and quality,
  // and so the price.
  "gpt-image": {
    maxPerCall: 10,
    fields: ({ count, size, quality }) => ({
      n: count,
      size: size ?? "1024x1024",
      quality: GPT_IMAGE_QUALITIES.get(quality ?? "standard") ?? quality,
      output_format: "png",
    }),
    edits: {
      mask: true,
      fields: (inputs, mask) => ({
        images: inputs.map((input) => ({ image_url: dataUrlOf(input) })),
        mask: mask && { image_url: dataUrlOf(mask) },
      }),
    },
  },
  "dall-e": {
    maxPerCall: 1,
    fields: ({ size, quality }) => ({ n: 1, size, quality: quality ?? "standard", response_format: "b64_json" }),
  },
  grok: {
    maxPerCall: 10,
    fields: ({ count, size }) => ({
      n: count,
      response_format: "b64_json",
      aspect_ratio: size === undefined ? undefined : nearestAspectRatio(size, GROK_RATIOS),
    }),
    edits: { mask: false, fields: toGrokImages },
  },
  plain: {
    maxPerCall: 1,
    fields: ({ size }) => ({ n: 1, size, response_format: "b64_json" }),
  },
};

/** Styles of known model names. The catalog's `image_style` takes precedence. */
const KNOWN_MODELS: readonly (readonly [RegExp, ImageStyle])[] = [
  [/(?:^|\/)(?:gpt-image|chatgpt-image)/, "gpt-image"],
  [/(?:^|\/)dall-e/, "dall-e"],
  [/(?:^|\/)grok-/, "grok"],
];

const styleOf = (target: Target): Style =>
  STYLES[quirksOf(target).imageStyle ?? KNOWN_MODELS.find(([name]) => name.test(target.model))?.[1] ?? "plain"];

interface WireImage {
  readonly b64_json?: unknown;
  readonly url?: unknown;
  /** xAI: false if its filter removed the image. */
  readonly respect_moderation?: unknown;
}

const FILTERED = "The provider's moderation took images away.";

const toImage = (item: WireImage | null): MadeImage | undefined => {
  if (item === null || item.respect_moderation === false) return undefined;
  if (typeof item.b64_json === "string" && item.b64_json !== "") return imageFromBase64(item.b64_json);
  return typeof item.url === "string" && item.url !== "" ? imageFromUrl(item.url) : undefined;
};

const fromAnswer = (body: unknown, call: ImageCall): ImageAnswer => {
  if (isErrorBody(body)) throw toStreamError(JSON.stringify(body));
  const data = (body as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) throw malformed("The provider's answer holds no images.");
  const items = data as readonly (WireImage | null)[];
  const images = readImages(items, call, toImage);
  const filtered = items.some((item) => item?.respect_moderation === false);
  return imageAnswer(images, call, { filtered, words: FILTERED });
};

/** OpenAI's `POST /images/generations` and `/images/edits` in JSON, and all providers with the same protocol. */
export const openAiImages: ImageProtocol = {
  maxPerCall: (target) => styleOf(target).maxPerCall,
  edits: (target) => (quirksOf(target).imageEdits ? styleOf(target).edits : undefined),
  toRequest: (call, target) => {
    const style = styleOf(target);
    return {
      method: "POST",
      url: `${target.baseUrl}/images/${call.inputs === undefined ? "generations" : "edits"}`,
      headers: jsonHeaders(target, quirksOf(target).keyHeader, "application/json"),
      body: JSON.stringify({
        model: target.model,
        prompt: call.prompt,
        ...style.fields(call),
        ...(call.inputs && style.edits?.fields(call.inputs, call.mask)),
        user: call.user,
      }),
    };
  },
  fromAnswer,
};
