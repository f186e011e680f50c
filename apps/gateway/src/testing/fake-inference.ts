import type {
  CreateChatCompletionRequest,
  CreateEmbeddingsRequest,
  InferenceService,
  QuoteChatCompletionRequest,
  QuoteEmbeddingsRequest,
  StreamChatCompletionRequest,
} from "@cenote/contracts";
import { createEventFeed } from "./event-feed";
import {
  sampleAnswer,
  sampleEmbeddings,
  sampleFinished,
  sampleModels,
  sampleQuote,
  sampleStarted,
  textEvent,
} from "./samples";

export interface FakeInference extends InferenceService {
  /** Every chat and embeddings call and its quotes, in order. */
  readonly calls: (
    | CreateChatCompletionRequest
    | StreamChatCompletionRequest
    | QuoteChatCompletionRequest
    | CreateEmbeddingsRequest
    | QuoteEmbeddingsRequest
  )[];
}

/** Inference that answers at once with the samples; tests replace the methods they need. */
export const createFakeInference = (answers: Partial<InferenceService> = {}): FakeInference => {
  const calls: FakeInference["calls"] = [];
  const service: InferenceService = {
    createChatCompletion: () => Promise.resolve(sampleAnswer),
    streamChatCompletion: (_request, signal) => {
      const feed = createEventFeed(signal);
      feed.push(sampleStarted, textEvent("¡Ho"));
      feed.push(textEvent("la!"), textEvent(" 🌊"));
      feed.push(sampleFinished);
      feed.end();
      return feed;
    },
    quoteChatCompletion: () => Promise.resolve({ quote: sampleQuote }),
    createEmbeddings: () => Promise.resolve(sampleEmbeddings),
    quoteEmbeddings: () => Promise.resolve({ quote: sampleQuote }),
    countPromptTokens: () => Promise.resolve({ promptTokens: 12 }),
    listModels: () => Promise.resolve({ models: sampleModels, simulated: false }),
    ...answers,
  };
  return {
    calls,
    createChatCompletion: (request, signal) => {
      calls.push(request);
      return service.createChatCompletion(request, signal);
    },
    streamChatCompletion: (request, signal) => {
      calls.push(request);
      return service.streamChatCompletion(request, signal);
    },
    createEmbeddings: (request, signal) => {
      calls.push(request);
      return service.createEmbeddings(request, signal);
    },
    quoteChatCompletion: (request, signal) => {
      calls.push(request);
      return service.quoteChatCompletion(request, signal);
    },
    quoteEmbeddings: (request, signal) => {
      calls.push(request);
      return service.quoteEmbeddings(request, signal);
    },
    countPromptTokens: (request, signal) => service.countPromptTokens(request, signal),
    listModels: (request, signal) => service.listModels(request, signal),
  };
};
