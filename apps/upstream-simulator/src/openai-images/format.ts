import type { Behaviour } from "../behaviour/behaviour";
import { readDirectives } from "../behaviour/directives";
import { parseFields } from "../json-body";
import { bytesOf, fileUrl, pngOf } from "../media/files";
import { type GivenImage, sizeOfGiven, textOfGiven } from "../media/given-image";
import { sidesOf } from "../media/sides";
import { isMissing } from "../missing-model";
import { openaiFormat } from "../openai/format";
import { invalidRequest, keyProblem, modelNotFound, problemBody, refused, type Problem } from "../openai/problem";
import { countTokens } from "../pseudo-model/tokens";
import { plainAnswer, type Answer, type IncomingCall, type WireFormat } from "../wire-format";
import { type ImageRequest, imageProblem, kindOfModel } from "./check";
import { editProblem } from "./check-edit";
import { type EditRequest, readEdit } from "./edit-request";

/** OpenAI's images API, with its own models and those of compatible providers. */
export const openaiImages: WireFormat = {
  read(call) {
    if (call.method !== "POST") return undefined;
    const isEdit = call.path.endsWith("/images/edits");
    if (!isEdit && !call.path.endsWith("/images/generations")) return undefined;
    const edit = isEdit ? readEdit(call) : undefined;
    const body = isEdit ? edit?.fields : (parseFields(call.body) as ImageRequest | undefined);
    const model = typeof body?.model === "string" ? body.model : "";
    const problem = keyProblem(call) ?? bodyProblem(body, edit);
    if (problem !== undefined || body === undefined)
      return refused(call, problem ?? invalidRequest("We could not parse the JSON body of your request."), model);
    const { text, directives } = readDirectives(body.prompt);
    const request = { ...body, prompt: text };
    return {
      model,
      stream: false,
      directives,
      answer: (behaviour) => imagesAnswer(call, { ...request, given: edit?.images ?? [] }, behaviour),
    };
  },
  errorBody: openaiFormat.errorBody,
};

const bodyProblem = (body: ImageRequest | undefined, edit: EditRequest | undefined): Problem | undefined => {
  if (body === undefined) return undefined;
  if (typeof body.model === "string" && isMissing(body.model)) return modelNotFound(body.model);
  return edit === undefined ? imageProblem(body) : editProblem(edit);
};

interface Asked extends ImageRequest {
  /** Images to edit. */
  readonly given: readonly GivenImage[];
}

const LONG_SIDE = 1024;

const sizeOf = ({ size, aspect_ratio: ratio, given }: Asked): readonly [number, number] => {
  const exact = /^(\d+)x(\d+)$/.exec(size ?? "");
  if (exact !== null) return [Number(exact[1]), Number(exact[2])];
  const same = ratio === undefined ? sizeOfGiven(given) : undefined;
  return same ?? sidesOf(ratio ?? "1:1", LONG_SIDE);
};

const policyProblem = (kind: ReturnType<typeof kindOfModel>): Problem =>
  invalidRequest(
    "Your request was rejected by the safety system. If you believe this is an error, contact us at help.openai.com and include the request ID.",
    null,
    kind === "gpt-image" ? "moderation_blocked" : "content_policy_violation",
  );

const imagesAnswer = (call: IncomingCall, request: Asked, { refuse, made, file }: Behaviour): Answer => {
  const kind = kindOfModel(request.model);
  if (refuse) {
    const problem = policyProblem(kind);
    return plainAnswer(problem.status, problemBody(call.provider, problem));
  }
  const [width, height] = sizeOf(request);
  const asBytes = kind === "gpt-image" || request.response_format === "b64_json";
  const data = Array.from({ length: Math.min(request.n ?? 1, made ?? Infinity) }, (_, place) => {
    const png = pngOf(`${request.model} ${request.prompt} ${place}${textOfGiven(request.given)}`, width, height);
    const image = asBytes ? { b64_json: bytesOf(png).toString("base64") } : { url: fileUrl(call, file, png) };
    return kind === "gpt-image" ? image : { ...image, revised_prompt: request.prompt };
  });
  const rest = JSON.stringify({ data, ...(kind === "gpt-image" ? gptImageFields(request, `${width}x${height}`) : {}) });
  return {
    status: 200,
    contentType: "application/json",
    stream: false,
    stamp: (_serial, createdS) => `{"created":${createdS},`,
    parts: [{ role: "content", text: rest.slice(1), stamped: true }],
  };
};

/** Tokens of an image by quality, at 1024x1024. */
const OUTPUT_TOKENS: Readonly<Record<string, number>> = { low: 272, medium: 1056, high: 4160 };

/** Tokens of an image to edit. */
const INPUT_TOKENS = 1024;

const gptImageFields = (
  { prompt, n = 1, quality = "auto", output_format: format = "png", background = "auto", given }: Asked,
  size: string,
): object => {
  const textTokens = countTokens(prompt);
  const imageTokens = n * given.length * INPUT_TOKENS;
  const inputTokens = textTokens + imageTokens;
  const outputTokens = n * (OUTPUT_TOKENS[quality] ?? OUTPUT_TOKENS["medium"]!);
  return {
    size,
    quality: quality === "auto" ? "medium" : quality,
    output_format: format,
    background: background === "auto" ? "opaque" : background,
    usage: {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
      input_tokens_details: { text_tokens: textTokens, image_tokens: imageTokens },
    },
  };
};
