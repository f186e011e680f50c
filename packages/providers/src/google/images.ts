import { nearestAspectRatio } from "../media/aspect-ratio";
import { imageAnswer, readImages } from "../media/image-answer";
import { imageFromBase64 } from "../media/image-bytes";
import type { ImageAnswer, ImageCall, ImageProtocol } from "../media/media-spec";
import { ProviderError } from "../provider-error";
import type { Target, WireRequest } from "../target";
import { toHeaders, urlOf } from "./to-request";

/** Google has two methods for images: `:predict` for Imagen, and `:generateContent` for Gemini's image models. */
type Call = "predict" | "generateContent";

const callOf = ({ model }: Target): Call => (/(?:^|\/)imagen/.test(model) ? "predict" : "generateContent");

const MAX_SAMPLES = 4;
const IMAGEN_RATIOS = ["1:1", "3:4", "4:3", "9:16", "16:9"] as const;
const GEMINI_RATIOS = [...IMAGEN_RATIOS, "2:3", "3:2", "4:5", "5:4", "21:9"] as const;

const post = (target: Target, call: Call, body: object): WireRequest => ({
  method: "POST",
  url: urlOf(target, call),
  headers: toHeaders(target, "application/json"),
  body: JSON.stringify(body),
});

const toPredict = ({ prompt, count, size }: ImageCall): object => ({
  instances: [{ prompt }],
  parameters: {
    sampleCount: count,
    includeRaiReason: true,
    aspectRatio: size === undefined ? undefined : nearestAspectRatio(size, IMAGEN_RATIOS),
  },
});

const toGenerate = ({ prompt, size, inputs = [] }: ImageCall): object => ({
  contents: [
    {
      role: "user",
      parts: [
        ...inputs.map(({ bytes, contentType }) => ({
          inlineData: { mimeType: contentType, data: bytes.toString("base64") },
        })),
        { text: prompt },
      ],
    },
  ],
  generationConfig: {
    responseModalities: ["IMAGE"],
    imageConfig: size === undefined ? undefined : { aspectRatio: nearestAspectRatio(size, GEMINI_RATIOS) },
  },
});

interface WirePredictions {
  readonly predictions?: readonly { readonly bytesBase64Encoded?: string; readonly raiFilteredReason?: string }[];
}

/** A filtered image has a reason in its place, or is missing without one. */
const fromPredict = (body: unknown, call: ImageCall): ImageAnswer => {
  const predictions = (body as WirePredictions | null)?.predictions ?? [];
  const images = readImages(predictions, call, ({ bytesBase64Encoded: data }) =>
    data === undefined ? undefined : imageFromBase64(data),
  );
  const reasons = [...new Set(predictions.flatMap(({ raiFilteredReason: reason }) => reason ?? []))];
  const words = reasons.join(" ") || "The provider's filter removed images and gave no reason.";
  return imageAnswer(images, call, { filtered: true, words });
};

interface WirePart {
  readonly inlineData?: { readonly data?: string };
  readonly text?: string;
  /** An interim image, made while the model reasons. */
  readonly thought?: boolean;
}

interface WireContent {
  readonly candidates?: readonly {
    readonly content?: { readonly parts?: readonly WirePart[] };
    readonly finishReason?: string;
    readonly finishMessage?: string;
  }[];
  readonly promptFeedback?: { readonly blockReason?: string; readonly blockReasonMessage?: string };
}

const POLICY_REASON = /SAFETY|PROHIBITED|BLOCKLIST|SPII|RECITATION|ESCALATION/;

const withoutImage = (answer: WireContent | null): ProviderError => {
  const { blockReason, blockReasonMessage } = answer?.promptFeedback ?? {};
  if (blockReason !== undefined)
    return new ProviderError({
      kind: "content_policy",
      message: blockReasonMessage ?? `The prompt was blocked (${blockReason}).`,
    });
  const { finishReason = "", finishMessage, content } = answer?.candidates?.[0] ?? {};
  const answerText = content?.parts
    ?.map(({ text = "" }) => text)
    .join("")
    .trim();
  const message =
    finishMessage ?? (answerText || `The model made no image${finishReason === "" ? "" : ` (${finishReason})`}.`);
  return new ProviderError({ kind: POLICY_REASON.test(finishReason) ? "content_policy" : "malformed", message });
};

const fromGenerate = (body: unknown): ImageAnswer => {
  const answer = body as WireContent | null;
  const parts = answer?.candidates?.[0]?.content?.parts ?? [];
  const images = parts.flatMap(({ inlineData, thought }) =>
    inlineData?.data === undefined || thought === true ? [] : [imageFromBase64(inlineData.data)],
  );
  if (images.length === 0) throw withoutImage(answer);
  return { images };
};

export const googleImages: ImageProtocol = {
  maxPerCall: (target) => (callOf(target) === "predict" ? MAX_SAMPLES : 1),
  edits: (target) => (callOf(target) === "predict" ? undefined : { mask: false }),
  toRequest: (call, target) =>
    callOf(target) === "predict"
      ? post(target, "predict", toPredict(call))
      : post(target, "generateContent", toGenerate(call)),
  fromAnswer: (body, call, target) => (callOf(target) === "predict" ? fromPredict(body, call) : fromGenerate(body)),
};
