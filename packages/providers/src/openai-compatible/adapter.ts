import type { ProviderFamily } from "../spec";
import { baseUrlHint } from "./base-url-hint";
import { answerWithoutEcho, readerWithoutEcho } from "./echoed-prefix";
import { fromEmbeddingsAnswer, maxInputsOf, toEmbeddingsRequest } from "./embeddings";
import { toErrorFacts } from "../errors/openai-errors";
import { fromAnswer } from "./from-answer";
import { createStreamReader } from "./from-stream";
import { openAiImages } from "./images";
import { checkQuirks, quirksOf } from "./quirks";
import { FAMILY } from "./reasoning-details";
import { echoedPrefix, toRequest } from "./to-request";
import { unsupported } from "./unsupported";

const FUNCTION_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** OpenAI's chat completions, embeddings and images, and all providers with the same protocol. */
export const openAiCompatible: ProviderFamily = {
  kind: FAMILY,
  checkQuirks,
  chat: {
    unsupported,
    functionName: FUNCTION_NAME,
    toRequest,
    createStreamReader: (target, call) => readerWithoutEcho(createStreamReader(target), echoedPrefix(call, target)),
    fromAnswer: (body, target, call) => answerWithoutEcho(fromAnswer(body, target), echoedPrefix(call, target)),
  },
  embeddings: {
    maxInputs: (target) => maxInputsOf(quirksOf(target)),
    toRequest: toEmbeddingsRequest,
    fromAnswer: fromEmbeddingsAnswer,
  },
  images: openAiImages,
  toError: toErrorFacts,
  hintOf: baseUrlHint,
};
