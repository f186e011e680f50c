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

/** Google's Gemini API. */
export const google: ProviderFamily = {
  kind: FAMILY,
  checkQuirks,
  chat: { unsupported, toRequest, createStreamReader, fromAnswer },
  embeddings: { maxInputs: () => MAX_INPUTS, toRequest: toEmbeddingsRequest, fromAnswer: fromEmbeddingsAnswer },
  images: googleImages,
  videos: googleVideos,
  toError: (status, _headers, body) => toErrorFacts(status, body),
};
