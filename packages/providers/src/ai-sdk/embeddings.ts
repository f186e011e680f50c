import { malformed } from "../answers/answer-failures";
import { invalidCall } from "../requests/invalid-call";
import type { EmbeddingsAnswer, EmbeddingsCall } from "../spec";
import { BYTES_PER_FLOAT, toVector } from "../answers/vector";
import type { SdkEmbeddingModel } from "./model-types";

const textsOf = ({ input }: EmbeddingsCall): string[] =>
  input.map((item) => {
    if (typeof item !== "string") throw invalidCall("input", "this provider takes texts, and no tokens.");
    return item;
  });

/** Vectors of as many inputs as the model takes at once. Throws ProviderError, or what the package throws. */
export const embedWith = async (
  model: SdkEmbeddingModel,
  call: EmbeddingsCall,
  abortSignal: AbortSignal,
): Promise<EmbeddingsAnswer> => {
  const values = textsOf(call);
  const { dimensions } = call;
  if (dimensions !== undefined && model.specificationVersion === "v3") {
    throw invalidCall("dimensions", "the package of this provider has no word for it.");
  }
  const { embeddings, usage } = await model.doEmbed({
    values,
    abortSignal,
    ...(dimensions === undefined ? {} : { dimensions }),
  });
  if (embeddings.length !== values.length)
    throw malformed(`The provider sent ${embeddings.length} embeddings for ${values.length} inputs.`);
  const vectors = embeddings.map(toVector);
  const bytes = dimensions === undefined ? (vectors[0]?.length ?? 0) : dimensions * BYTES_PER_FLOAT;
  if (bytes === 0 || vectors.some((vector) => vector.length !== bytes)) {
    throw malformed(`The provider sent embeddings of the wrong size; ${bytes / BYTES_PER_FLOAT} dimensions were due.`);
  }
  const tokens = usage?.tokens ?? 0;
  return { vectors, ...(Number.isSafeInteger(tokens) && tokens > 0 ? { promptTokens: tokens } : {}) };
};
