import { findModel } from "@cenote/calls";
import { type EmbeddingModel, shutdownDateOf } from "@cenote/catalog";
import type { CallContext, EmbeddingInput, EmbeddingsRequest } from "@cenote/contracts";
import { invalidField, MAX_EMBEDDING_INPUTS } from "@cenote/core";
import type { EmbeddingsCall } from "@cenote/providers";
import type { Candidate } from "@cenote/routing";
import type { CallScope } from "../call-scope";

/** A validated request, with all configured routes that may answer it. */
export interface AskedEmbeddings {
  readonly call: EmbeddingsCall;
  readonly model: EmbeddingModel;
  /** At least one. */
  readonly candidates: readonly Candidate[];
  readonly shutdownDate: string | undefined;
  /** The text inputs, whose tokens have to be counted. */
  readonly texts: readonly string[];
  /** Number of tokens in inputs that are arrays of tokens. */
  readonly givenTokens: number;
}

const readInput = ({ input }: EmbeddingInput, index: number): string | number[] => {
  const param = `input[${index}]`;
  if (input === undefined) throw invalidField(param, "neither text nor tokens.");
  const given = input.$case === "text" ? input.value : input.value.tokens;
  if (given.length === 0) throw invalidField(param, "must not be empty.");
  return given;
};

/** Errors: invalid_request_error. */
const toCall = ({ input, dimensions, user }: EmbeddingsRequest): EmbeddingsCall => ({
  input: input.map(readInput),
  ...(dimensions === undefined ? {} : { dimensions }),
  ...(user === undefined ? {} : { user }),
});

/** Errors: invalid_request_error, model_not_found. */
export const readAskedEmbeddings = (
  scope: CallScope,
  context: CallContext,
  embeddings: EmbeddingsRequest | undefined,
): AskedEmbeddings => {
  if (embeddings === undefined || embeddings.input.length === 0) throw invalidField("input", "at least one is needed.");
  if (embeddings.input.length > MAX_EMBEDDING_INPUTS)
    throw invalidField("input", `at most ${MAX_EMBEDDING_INPUTS} items.`);
  const { zdr } = context;
  const model = findModel(scope.catalog, embeddings.model, "embedding", context);
  if (embeddings.dimensions === 0) throw invalidField("dimensions", "must be at least 1.");
  if ((embeddings.dimensions ?? 0) > model.dimensions)
    throw invalidField("dimensions", `${model.id} has at most ${model.dimensions}.`);
  const call = toCall(embeddings);
  const catalog = scope.catalog.current();
  const candidates = scope.candidatesOf(catalog, model, zdr);
  if (candidates.length === 0 && zdr) throw invalidField("zdr", `${model.id} has no route with zero data retention.`);
  return {
    call,
    model,
    candidates,
    shutdownDate: shutdownDateOf(catalog, model),
    texts: call.input.filter((one) => typeof one === "string"),
    givenTokens: call.input.reduce((sum, one) => sum + (typeof one === "string" ? 0 : one.length), 0),
  };
};
