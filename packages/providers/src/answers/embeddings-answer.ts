import { countOf } from "../json-fields";
import type { EmbeddingsAnswer, EmbeddingsCall } from "../spec";
import { malformed } from "./answer-failures";
import { BYTES_PER_FLOAT } from "./vector";

const assertDimensions = (vectors: readonly Buffer[], asked: number | undefined): void => {
  const due = asked ?? (vectors[0]?.length ?? 0) / BYTES_PER_FLOAT;
  if (due === 0 || vectors.some((vector) => vector.length !== due * BYTES_PER_FLOAT))
    throw malformed(`The provider sent embeddings of the wrong size; ${due} dimensions were due.`);
};

/**
 * The answer with these vectors. Throws ProviderError `malformed` unless there is one for each input, none is empty, and
 * all have the requested length, or the same length if none was requested.
 * @param tokens The provider's count as it arrived; 0 means none.
 */
export const embeddingsAnswer = (
  vectors: readonly Buffer[],
  { input, dimensions }: EmbeddingsCall,
  tokens: unknown,
): EmbeddingsAnswer => {
  if (vectors.length !== input.length)
    throw malformed(`The provider sent ${vectors.length} embeddings for ${input.length} inputs.`);
  assertDimensions(vectors, dimensions);
  const promptTokens = countOf(tokens);
  return promptTokens === 0 ? { vectors } : { vectors, promptTokens };
};
