import type { ProviderFamily } from "../spec";
import { fromEmbeddingsAnswer, toEmbeddingsRequest } from "./embeddings";
import { toErrorFacts } from "./errors";
import { fromAnswer } from "./from-answer";
import { createStreamReader } from "./from-stream";
import { toRequest } from "./to-request";

/** OpenAI's chat completions and embeddings, and everyone who speaks them. */
export const openAiCompatible: ProviderFamily = {
  kind: "openai-compatible",
  chat: { toRequest, createStreamReader, fromAnswer },
  embeddings: { toRequest: toEmbeddingsRequest, fromAnswer: fromEmbeddingsAnswer },
  toError: (status, _headers, body) => toErrorFacts(status, body),
};
