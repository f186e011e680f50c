import type { ProviderFamily } from "../spec";
import { toErrorFacts } from "./errors";
import { fromAnswer } from "./from-answer";
import { createStreamReader } from "./from-stream";
import { checkQuirks } from "./quirks";
import { toRequest } from "./to-request";
import { unsupported } from "./unsupported";

const FUNCTION_NAME = /^[a-zA-Z0-9_-]{1,128}$/;

/** Anthropic's Messages API, and all providers with the same protocol. */
export const anthropic: ProviderFamily = {
  kind: "anthropic",
  checkQuirks,
  chat: { unsupported, functionName: FUNCTION_NAME, toRequest, createStreamReader, fromAnswer },
  toError: toErrorFacts,
};
