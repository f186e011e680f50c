import type { Behaviour } from "../behaviour/behaviour";
import { bytesOf, pngOf } from "../media/files";
import { type GivenImage, IMAGE_TYPES, imageTypeOf, sizeOfGiven, textOfGiven } from "../media/given-image";
import { sidesOf } from "../media/sides";
import { countTokens } from "../pseudo-model/tokens";
import { plainAnswer, type Answer } from "../wire-format";
import { problem, UNREADABLE_IMAGE, type Problem } from "../google/problem";

export interface ImageAsk {
  readonly model: string;
  readonly prompt: string;
  readonly count: number;
  /** `16:9`; undefined: the model's default, or the shape of the image to edit. */
  readonly aspectRatio: string | undefined;
  /** Images to edit. */
  readonly given: readonly GivenImage[];
}

const MAX_SAMPLES = 4;
const LONG_SIDE = 1408;
const SQUARE_SIDE = 1024;
const IMAGEN_RATIOS = ["1:1", "3:4", "4:3", "9:16", "16:9"];
const GEMINI_RATIOS = [...IMAGEN_RATIOS, "2:3", "3:2", "4:5", "5:4", "21:9"];
const IMAGE_TOKENS = 1290;

const MAX_GIVEN = 14;
/** Tokens of an image to edit in Gemini 3.1. */
const GIVEN_TOKENS = 1120;

const ratioProblem = (ratio: string | undefined, offered: readonly string[]): Problem | undefined =>
  ratio === undefined || offered.includes(ratio)
    ? undefined
    : problem(400, `aspectRatio ${ratio} is not supported; supported values are ${offered.join(", ")}.`);

export const imagenProblem = ({ count, aspectRatio }: ImageAsk): Problem | undefined => {
  if (!Number.isInteger(count) || count < 1 || count > MAX_SAMPLES)
    return problem(400, `sampleCount must be between 1 and ${MAX_SAMPLES}, inclusive.`);
  return ratioProblem(aspectRatio, IMAGEN_RATIOS);
};

const givenProblem = (given: readonly GivenImage[]): Problem | undefined => {
  if (given.length > MAX_GIVEN) return problem(400, `Too many images: at most ${MAX_GIVEN} are supported.`);
  const unsupported = given.find(({ contentType }) => !IMAGE_TYPES.includes(contentType));
  if (unsupported !== undefined) return problem(400, `Unsupported MIME type: ${unsupported.contentType}`);
  return given.every((image) => imageTypeOf(image) !== undefined) ? undefined : problem(400, UNREADABLE_IMAGE);
};

export const geminiProblem = ({ aspectRatio, given }: ImageAsk): Problem | undefined =>
  ratioProblem(aspectRatio, GEMINI_RATIOS) ?? givenProblem(given);

const dataOf = ({ model, prompt, aspectRatio, given }: ImageAsk, place: number): string => {
  const text = `${model} ${prompt} ${place}${textOfGiven(given)}`;
  const same = aspectRatio === undefined ? sizeOfGiven(given) : undefined;
  const ratio = aspectRatio ?? "1:1";
  const size = same ?? sidesOf(ratio, ratio === "1:1" ? SQUARE_SIDE : LONG_SIDE);
  return bytesOf(pngOf(text, ...size)).toString("base64");
};

const FILTERED =
  "Unable to show generated images. All images were filtered out because they violated Google's Responsible AI practices.";

/** Imagen: filtered images are listed with a reason only if the request asks for that. */
export const predictAnswer = (ask: ImageAsk, { refuse, made, message }: Behaviour, withReason: boolean): Answer => {
  const kept = refuse ? 0 : Math.min(ask.count, made ?? ask.count);
  const predictions = Array.from({ length: kept }, (_, place) => ({
    mimeType: "image/png",
    bytesBase64Encoded: dataOf(ask, place),
  }));
  const filtered = withReason
    ? Array.from({ length: ask.count - kept }, () => ({ raiFilteredReason: message ?? FILTERED }))
    : [];
  return plainAnswer(
    200,
    JSON.stringify(predictions.length + filtered.length === 0 ? {} : { predictions: [...predictions, ...filtered] }),
  );
};

/** Gemini's image models. */
export const generateAnswer = (ask: ImageAsk, { refuse, made, message, text }: Behaviour): Answer => {
  const promptTokenCount = countTokens(ask.prompt) + ask.given.length * GIVEN_TOKENS;
  const none = refuse || made === 0;
  const content = {
    role: "model",
    parts: none
      ? text === undefined
        ? []
        : [{ text }]
      : [{ inlineData: { mimeType: "image/png", data: dataOf(ask, 0) } }],
  };
  const candidate = refuse
    ? {
        finishReason: "IMAGE_SAFETY",
        finishMessage:
          message ??
          "Unable to show the generated image. The image was filtered out because it violated Google's Responsible AI practices.",
        index: 0,
      }
    : { content, finishReason: none && text === undefined ? "NO_IMAGE" : "STOP", index: 0 };
  const candidatesTokenCount = none ? 0 : IMAGE_TOKENS;
  return plainAnswer(
    200,
    JSON.stringify({
      candidates: [candidate],
      usageMetadata: {
        promptTokenCount,
        candidatesTokenCount,
        totalTokenCount: promptTokenCount + candidatesTokenCount,
      },
      modelVersion: ask.model,
    }),
  );
};
