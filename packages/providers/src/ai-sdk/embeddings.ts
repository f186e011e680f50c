import { embeddingsAnswer } from "../answers/embeddings-answer";
import { toVector } from "../answers/vector";
import { embeddedTexts } from "../requests/embedded-texts";
import { invalidCall } from "../requests/invalid-call";
import type { EmbeddingsAnswer, EmbeddingsCall } from "../spec";
import type { SdkEmbeddingModel } from "./model-types";

/** Embeds as many inputs as the model accepts in one request. Throws ProviderError, or what the package throws. */
export const embedWith = async (
  model: SdkEmbeddingModel,
  call: EmbeddingsCall,
  abortSignal: AbortSignal,
): Promise<EmbeddingsAnswer> => {
  const { dimensions } = call;
  if (dimensions !== undefined && model.specificationVersion === "v3") {
    throw invalidCall("dimensions", "the package of this provider has no word for it.");
  }
  const { embeddings, usage } = await model.doEmbed({
    values: embeddedTexts(call),
    abortSignal,
    ...(dimensions === undefined ? {} : { dimensions }),
  });
  return embeddingsAnswer(embeddings.map(toVector), call, usage?.tokens);
};
