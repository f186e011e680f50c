import { malformed } from "../answers/answer-failures";
import { countOf } from "../json-fields";
import { invalidCall } from "../requests/invalid-call";
import type { EmbeddingsAnswer, EmbeddingsCall } from "../spec";
import type { Target, WireRequest } from "../target";
import { assertDimensions, toUnitVector, toVector } from "../answers/vector";
import { isErrorBody, toStreamError } from "./errors";
import { resourceOf, toHeaders, urlOf } from "./to-request";
import type { WireEmbeddings } from "./wire-types";

/** Inputs of one call. */
export const MAX_INPUTS = 100;

/** `POST models/{model}:batchEmbedContents`. */
export const toEmbeddingsRequest = ({ input, dimensions }: EmbeddingsCall, target: Target): WireRequest => {
  const model = resourceOf(target.model);
  const requests = input.map((text) => {
    if (typeof text !== "string") throw invalidCall("input", "Google's models take texts, not arrays of tokens.");
    return { model, content: { parts: [{ text }] }, outputDimensionality: dimensions };
  });
  return {
    method: "POST",
    url: urlOf(target, "batchEmbedContents"),
    headers: toHeaders(target, "application/json"),
    body: JSON.stringify({ requests }),
  };
};

/**
 * Reads a `BatchEmbedContentsResponse`. Vectors that were cut to fewer dimensions come as they were cut; they are
 * brought to length 1 again, which is what `dimensions` means to a client.
 */
export const fromEmbeddingsAnswer = (body: unknown, { input, dimensions }: EmbeddingsCall): EmbeddingsAnswer => {
  if (isErrorBody(body)) throw toStreamError(body as object);
  const answer: WireEmbeddings | null = typeof body === "object" ? body : null;
  const embeddings = answer?.embeddings;
  if (!Array.isArray(embeddings)) throw malformed("The provider's answer holds no embeddings.");
  if (embeddings.length !== input.length)
    throw malformed(`The provider sent ${embeddings.length} embeddings for ${input.length} inputs.`);
  const vectors = (embeddings as NonNullable<WireEmbeddings["embeddings"]>).map((embedding) => {
    const values = embedding?.values;
    if (!Array.isArray(values)) throw malformed("The provider sent an item without an embedding.");
    return dimensions === undefined ? toVector(values) : toUnitVector(values);
  });
  assertDimensions(vectors, dimensions);
  const promptTokens = countOf(answer?.usageMetadata?.promptTokenCount);
  return { vectors, ...(promptTokens === 0 ? {} : { promptTokens }) };
};
