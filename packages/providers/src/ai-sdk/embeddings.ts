import { malformed } from "../answers/answer-failures";
import { countOf } from "../json-fields";
import { invalidCall } from "../requests/invalid-call";
import type { EmbeddingsAnswer, EmbeddingsCall } from "../spec";
import { assertDimensions, toVector } from "../answers/vector";
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
  assertDimensions(vectors, dimensions);
  const promptTokens = countOf(usage?.tokens);
  return { vectors, ...(promptTokens === 0 ? {} : { promptTokens }) };
};
