import { toErrorFacts } from "../errors/openai-errors";
import type { ProviderFamily } from "../spec";
import { fromAnswer } from "./from-answer";
import { createStreamReader } from "./from-stream";
import { checkQuirks } from "./quirks";
import { FAMILY } from "./reasoning-detail";
import { toRequest } from "./to-request";
import { unsupported } from "./unsupported";

const FUNCTION_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** OpenAI's Responses API, in which newer models combine functions with reasoning. */
export const openAiResponses: ProviderFamily = {
  kind: FAMILY,
  checkQuirks,
  chat: { unsupported, functionName: FUNCTION_NAME, toRequest, createStreamReader, fromAnswer },
  toError: toErrorFacts,
};
