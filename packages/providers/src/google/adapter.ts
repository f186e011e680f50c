import type { ProviderFamily } from "../spec";
import { MAX_INPUTS, fromEmbeddingsAnswer, toEmbeddingsRequest } from "./embeddings";
import { toErrorFacts } from "./errors";
import { fromAnswer } from "./from-answer";
import { createStreamReader } from "./from-stream";
import { googleImages } from "./images";
import { checkQuirks } from "./quirks";
import { FAMILY } from "./reasoning";
import { toRequest } from "./to-request";
import { unsupported } from "./unsupported";
import { googleVideos } from "./videos";

/** The documentation says 64 characters in one place and 128 in another. */
const FUNCTION_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;

/** Google's Gemini API. */
export const google: ProviderFamily = {
  kind: FAMILY,
  checkQuirks,
  chat: { unsupported, functionName: FUNCTION_NAME, toRequest, createStreamReader, fromAnswer },
  embeddings: { maxInputs: () => MAX_INPUTS, toRequest: toEmbeddingsRequest, fromAnswer: fromEmbeddingsAnswer },
  images: googleImages,
  videos: googleVideos,
  toError: toErrorFacts,
};
