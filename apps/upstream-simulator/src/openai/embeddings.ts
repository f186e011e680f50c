import type { Behaviour } from "../behaviour/behaviour";
import { readDirectives } from "../behaviour/directives";
import { countTokens } from "../pseudo-model/tokens";
import { pseudoVector, toUnit } from "../pseudo-model/vector";
import { plainAnswer, type Answer } from "../wire-format";
import { lengthProblem, missingProblem, shown, valueProblem } from "./field-problems";
import { invalidRequest, type Problem } from "./problem";
import type { EmbeddingsRequest } from "./wire-types";

const MAX_INPUTS = 2048;
const MAX_INPUT_TOKENS = 8192;
const USUAL_DIMENSIONS = 1024;
const DIMENSIONS: Readonly<Record<string, number>> = {
  "text-embedding-3-small": 1536,
  "text-embedding-3-large": 3072,
  "text-embedding-ada-002": 1536,
  "codestral-embed": 1536,
  "embed-v4.0": 1536,
};

/** A text, or token ids. */
export type EmbeddingsInput = string | readonly number[];

export const embeddingsProblem = (body: Readonly<Record<string, unknown>>): Problem | undefined => {
  const { input, encoding_format: format, model } = body;
  if (input === undefined || input === null) return missingProblem("input");
  if (!isInput(input))
    return invalidRequest(
      "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.",
      "input",
    );
  const inputs = toInputs(input);
  const long = lengthProblem(inputs, "input", MAX_INPUTS);
  if (long !== undefined) return long;
  const longest = Math.max(...inputs.map(inputTokens));
  if (longest > MAX_INPUT_TOKENS) {
    return invalidRequest(
      `This model's maximum context length is ${MAX_INPUT_TOKENS} tokens, however you requested ${longest} tokens. Please reduce your prompt.`,
      null,
      "context_length_exceeded",
    );
  }
  if (format !== undefined && format !== "float" && format !== "base64")
    return valueProblem(format, "encoding_format", ["float", "base64"]);
  return dimensionsProblem(wantedDimensions(body), String(model));
};

/** Mistral has its own name for this field. */
const wantedDimensions = (body: { readonly dimensions?: unknown; readonly output_dimension?: unknown }): unknown =>
  body.dimensions ?? body.output_dimension;

const dimensionsProblem = (dimensions: unknown, model: string): Problem | undefined => {
  if (dimensions === undefined || dimensions === null) return undefined;
  if (model === "text-embedding-ada-002")
    return invalidRequest("This model does not support specifying dimensions.", "dimensions");
  const maximum = dimensionsOf(model);
  return typeof dimensions === "number" && Number.isInteger(dimensions) && dimensions >= 1 && dimensions <= maximum
    ? undefined
    : invalidRequest(
        `Invalid value for 'dimensions' = ${shown(dimensions)}. Must be less than or equal to ${maximum}.`,
        "dimensions",
      );
};

const isInput = (input: unknown): boolean => {
  if (typeof input === "string") return input !== "";
  if (!Array.isArray(input) || input.length === 0) return false;
  return (
    input.every((item) => typeof item === "string" && item !== "") ||
    input.every(Number.isInteger) ||
    input.every((item) => Array.isArray(item) && item.length > 0 && item.every(Number.isInteger))
  );
};

export const toInputs = (input: EmbeddingsRequest["input"] | object): readonly EmbeddingsInput[] => {
  if (typeof input === "string") return [input];
  const items = input as readonly unknown[];
  return typeof items[0] === "number" ? [items as readonly number[]] : (items as readonly EmbeddingsInput[]);
};

const inputTokens = (input: EmbeddingsInput): number =>
  typeof input === "string" ? countTokens(readDirectives(input).text) : input.length;

export const embeddingsAnswer = (request: EmbeddingsRequest, behaviour: Behaviour): Answer => {
  const inputs = toInputs(request.input);
  const tokens = inputs.reduce((sum, input) => sum + inputTokens(input), 0);
  const data = inputs.map((input, index) => {
    const vector = embed(input, request);
    return {
      object: "embedding",
      index,
      embedding: request.encoding_format === "base64" ? toBase64(vector) : Array.from(vector),
    };
  });
  const usage = behaviour.noUsage ? {} : { usage: { prompt_tokens: tokens, total_tokens: tokens } };
  return plainAnswer(200, JSON.stringify({ object: "list", data, model: request.model, ...usage }));
};

/** A unit vector determined by the input and the model; fewer dimensions are a prefix, renormalized. */
const embed = (input: EmbeddingsInput, request: EmbeddingsRequest): Float32Array => {
  const text = typeof input === "string" ? readDirectives(input).text : input.join(" ");
  const whole = pseudoVector(`${request.model} ${text}`, dimensionsOf(request.model));
  const wanted = wantedDimensions(request);
  return typeof wanted === "number" ? toUnit(whole.subarray(0, wanted)) : whole;
};

const dimensionsOf = (model: string): number =>
  (Object.hasOwn(DIMENSIONS, model) ? DIMENSIONS[model] : undefined) ?? USUAL_DIMENSIONS;

const toBase64 = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
