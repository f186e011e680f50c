import type { Behaviour } from "../behaviour/behaviour";
import { readDirectives } from "../behaviour/directives";
import { countTokens } from "../pseudo-model/tokens";
import { pseudoVector } from "../pseudo-model/vector";
import { plainAnswer, type Answer } from "../wire-format";
import { invalidArgument, type Problem } from "./problem";
import type { Content, EmbedRequest } from "./wire-types";

const MAX_REQUESTS = 100;
const DIMENSIONS: Readonly<Record<string, number>> = { "text-embedding-004": 768, "embedding-001": 768 };
const USUAL_DIMENSIONS = 3072;

const dimensionsOf = (model: string): number =>
  (Object.hasOwn(DIMENSIONS, model) ? DIMENSIONS[model] : undefined) ?? USUAL_DIMENSIONS;

/** The text to embed, without directives. */
const textOf = (content: Content): string =>
  readDirectives(content.parts.map((part) => part.text ?? "").join("\n")).text;

const itemProblem = (item: unknown, model: string, place: string): Problem | undefined => {
  const request = item as Partial<EmbedRequest> | null;
  if (typeof request !== "object" || request === null)
    return invalidArgument(`Invalid value at '${place}', ${JSON.stringify(item)}`);
  if (request.model !== undefined && request.model !== `models/${model}`)
    return invalidArgument(`* ${place}.model: all requests must have the model of the path, models/${model}.\n`);
  const parts = request.content?.parts;
  if (!Array.isArray(parts) || parts.length === 0)
    return invalidArgument(`* ${place}.content: contents is not specified\n`);
  if (parts.some((part) => typeof part.text !== "string" || part.text === ""))
    return invalidArgument(`* ${place}.content.parts: content is empty\n`);
  const { outputDimensionality: dimensions } = request;
  const fits =
    dimensions === undefined || (Number.isInteger(dimensions) && dimensions >= 1 && dimensions <= dimensionsOf(model));
  return fits
    ? undefined
    : invalidArgument(`* ${place}.output_dimensionality: must be between 1 and ${dimensionsOf(model)}.\n`);
};

/** @returns The requests, or an error. */
export const batchProblem = (requests: unknown, model: string): Problem | undefined => {
  if (!Array.isArray(requests) || requests.length === 0)
    return invalidArgument("* BatchEmbedContentsRequest.requests: requests is not specified\n");
  if (requests.length > MAX_REQUESTS)
    return invalidArgument(
      `* BatchEmbedContentsRequest.requests: at most ${MAX_REQUESTS} requests can be in one batch\n`,
    );
  return requests
    .map((item, index) => itemProblem(item, model, `BatchEmbedContentsRequest.requests[${index}]`))
    .find((found) => found !== undefined);
};

export const embedProblem = (body: unknown, model: string): Problem | undefined =>
  itemProblem(body, model, "EmbedContentRequest");

/** Fewer dimensions are a prefix of the full vector, not renormalised. */
const embed = ({ content, outputDimensionality }: EmbedRequest, model: string) => ({
  values: Array.from(
    pseudoVector(`${model} ${textOf(content)}`, dimensionsOf(model)).subarray(0, outputDimensionality),
  ),
});

/** The first generation of models reports no tokens. */
const usageOf = (requests: readonly EmbedRequest[], model: string, behaviour: Behaviour): object => {
  if (!model.startsWith("gemini-embedding-2") || behaviour.noUsage) return {};
  const tokens = requests.reduce((sum, { content }) => sum + countTokens(textOf(content)), 0);
  return {
    usageMetadata: {
      promptTokenCount: tokens,
      totalTokenCount: tokens,
      promptTokensDetails: [{ modality: "TEXT", tokenCount: tokens }],
    },
  };
};

export const batchAnswer = (requests: readonly EmbedRequest[], model: string, behaviour: Behaviour): Answer =>
  plainAnswer(
    200,
    JSON.stringify({
      embeddings: requests.map((request) => embed(request, model)),
      ...usageOf(requests, model, behaviour),
    }),
  );

export const embedAnswer = (request: EmbedRequest, model: string, behaviour: Behaviour): Answer =>
  plainAnswer(200, JSON.stringify({ embedding: embed(request, model), ...usageOf([request], model, behaviour) }));
