import type { InferenceService } from "@cenote/contracts";
import { createEventFeed } from "./event-feed";
import { recordCalls } from "./record-calls";
import {
  sampleAnswer,
  sampleEmbeddings,
  sampleFinished,
  sampleModels,
  sampleQuote,
  sampleStarted,
  textEvent,
} from "./samples";

/** Inference that answers at once with the samples; tests replace the methods they need. */
export const createFakeInference = (answers: Partial<InferenceService> = {}) => {
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
  return recordCalls(service, [
    "createChatCompletion",
    "streamChatCompletion",
    "createEmbeddings",
    "quoteChatCompletion",
    "quoteEmbeddings",
  ]);
};

export type FakeInference = ReturnType<typeof createFakeInference>;
