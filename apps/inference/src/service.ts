import type { InferenceService } from "@cenote/contracts";
import type { CallScope } from "./call-scope";
import { completeChat } from "./chat/complete-chat";
import { countPromptTokens } from "./chat/count-prompt-tokens";
import { quoteChat } from "./chat/quote-chat";
import { streamChat } from "./chat/stream-chat";
import { createEmbeddings } from "./embeddings/create-embeddings";
import { quoteEmbeddings } from "./embeddings/quote-embeddings";
import { listModels } from "./models/list-models";

const neverAborted = new AbortController().signal;

/** Implements the generated interface with the domain's functions. */
export const createInferenceService = (
  scope: CallScope,
  options: { readonly simulated: boolean },
): InferenceService => ({
  createChatCompletion: (request, signal = neverAborted) => completeChat(scope, request, signal),
  streamChatCompletion: (request, signal = neverAborted) => streamChat(scope, request, signal),
  countPromptTokens: (request) => countPromptTokens(scope, request),
  quoteChatCompletion: (request) => quoteChat(scope, request),
  createEmbeddings: (request, signal = neverAborted) => createEmbeddings(scope, request, signal),
  quoteEmbeddings: (request) => quoteEmbeddings(scope, request),
  listModels: () => Promise.resolve(listModels(scope.catalog.current(), options.simulated)),
});
