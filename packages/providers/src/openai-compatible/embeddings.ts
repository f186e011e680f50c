import { malformed } from "../answers/answer-failures";
import { embeddingsAnswer } from "../answers/embeddings-answer";
import { invalidCall } from "../requests/invalid-call";
import { jsonHeaders } from "../requests/json-headers";
import type { EmbeddingsAnswer, EmbeddingsCall } from "../spec";
import type { Target, WireRequest } from "../target";
import { assertNumbers, BYTES_PER_FLOAT, toVector } from "../answers/vector";
import { isErrorBody, toStreamError } from "../errors/openai-errors";
import { type Quirks, quirksOf } from "./quirks";
import type { WireEmbeddings } from "./wire-types";

/**
 * Most inputs if vectors arrive as decimal numbers. A large vector is then sixty kilobytes, and parsing a number takes
 * fifty times as long as decoding its base64, so more inputs would delay all other calls.
 */
const MAX_INPUTS_IN_DIGITS = 64;

/** Most inputs of one request. */
export const maxInputsOf = ({ maxInputs, embeddingsBase64 }: Quirks): number | undefined =>
  maxInputs ?? (embeddingsBase64 ? undefined : MAX_INPUTS_IN_DIGITS);

/** `POST /embeddings`, with base64 if the provider supports it: a quarter of the bytes, and no numbers to parse. */
export const toEmbeddingsRequest = (call: EmbeddingsCall, target: Target): WireRequest => {
  const texts = call.input.filter((input) => typeof input === "string").length;
  if (texts > 0 && texts < call.input.length) {
    throw invalidCall("input", "texts and token arrays can't be mixed in one call.");
  }
  const quirks = quirksOf(target);
  if (quirks.dimensionsField === "none" && call.dimensions !== undefined)
    throw invalidCall("dimensions", "this model's vectors have one length alone.");
  return {
    method: "POST",
    url: `${target.baseUrl}/embeddings`,
    headers: jsonHeaders(target, quirks.keyHeader, "application/json"),
    body: JSON.stringify({
      model: target.model,
      input: call.input,
      encoding_format: quirks.embeddingsBase64 ? "base64" : undefined,
      [quirks.dimensionsField]: call.dimensions,
      user: call.user,
    }),
  };
};

const fromBase64 = (text: string): Buffer => {
  const vector = Buffer.from(text, "base64");
  if (vector.length % BYTES_PER_FLOAT !== 0 || vector.length !== Buffer.byteLength(text, "base64")) {
    throw malformed("The provider sent an embedding that is not base64 of floats.");
  }
  assertNumbers(vector);
  return vector;
};

const vectorOf = (embedding: unknown): Buffer => {
  if (typeof embedding === "string") return fromBase64(embedding);
  if (Array.isArray(embedding)) return toVector(embedding);
  throw malformed("The provider sent an item without an embedding.");
};

/** Sorts the items by their `index`. Items without one are in order. */
const inOrder = (data: NonNullable<WireEmbeddings["data"]>): Buffer[] => {
  const vectors: (Buffer | undefined)[] = Array.from({ length: data.length });
  for (const [position, item] of data.entries()) {
    const index = item?.index ?? position;
    if (typeof index !== "number" || !(index in vectors) || vectors[index] !== undefined) {
      throw malformed("The provider numbered its embeddings wrongly.");
    }
    vectors[index] = vectorOf(item?.embedding);
  }
  return vectors as Buffer[];
};

/**
 * Reads an embeddings list. Throws ProviderError: an error that came with status 200, `malformed` for anything else.
 */
export const fromEmbeddingsAnswer = (body: unknown, call: EmbeddingsCall): EmbeddingsAnswer => {
  if (isErrorBody(body)) throw toStreamError(JSON.stringify(body));
  const answer: WireEmbeddings | null = typeof body === "object" ? body : null;
  if (!Array.isArray(answer?.data)) throw malformed("The provider's answer holds no embeddings.");
  return embeddingsAnswer(inOrder(answer.data), call, answer.usage?.prompt_tokens ?? answer.usage?.total_tokens);
};
