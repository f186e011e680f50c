import { malformed } from "../answers/answer-failures";
import { embeddingsAnswer } from "../answers/embeddings-answer";
import { toUnitVector, toVector } from "../answers/vector";
import { embeddedTexts } from "../requests/embedded-texts";
import type { EmbeddingsAnswer, EmbeddingsCall } from "../spec";
import type { Target, WireRequest } from "../target";
import { isErrorBody, toStreamError } from "./errors";
import { resourceOf, toHeaders, urlOf } from "./to-request";
import type { WireEmbeddings } from "./wire-types";

/** Most inputs of one request. */
export const MAX_INPUTS = 100;

/** `POST models/{model}:batchEmbedContents`. */
export const toEmbeddingsRequest = (call: EmbeddingsCall, target: Target): WireRequest => {
  const model = resourceOf(target.model);
  const requests = embeddedTexts(call).map((text) => ({
    model,
    content: { parts: [{ text }] },
    outputDimensionality: call.dimensions,
  }));
  return {
    method: "POST",
    url: urlOf(target, "batchEmbedContents"),
    headers: toHeaders(target, "application/json"),
    body: JSON.stringify({ requests }),
  };
};

/**
 * Reads a `BatchEmbedContentsResponse`. The API does not normalise vectors that it cuts to fewer dimensions. Here they
 * are scaled to length 1, as clients of `dimensions` expect.
 */
export const fromEmbeddingsAnswer = (body: unknown, call: EmbeddingsCall): EmbeddingsAnswer => {
  if (isErrorBody(body)) throw toStreamError(body as object);
  const answer: WireEmbeddings | null = typeof body === "object" ? body : null;
  const embeddings = answer?.embeddings;
  if (!Array.isArray(embeddings)) throw malformed("The provider's answer holds no embeddings.");
  const vectors = (embeddings as NonNullable<WireEmbeddings["embeddings"]>).map((embedding) => {
    const values = embedding?.values;
    if (!Array.isArray(values)) throw malformed("The provider sent an item without an embedding.");
    return call.dimensions === undefined ? toVector(values) : toUnitVector(values);
  });
  return embeddingsAnswer(vectors, call, answer?.usageMetadata?.promptTokenCount);
};
