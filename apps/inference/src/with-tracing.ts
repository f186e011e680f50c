import { beginCallSpan, type CallTracing, costAttributes, infoAttributes } from "@cenote/calls";
import type { ChatUsage, InferenceService, StreamChatCompletionResponse } from "@cenote/contracts";
import { inSpan, type Span, type SpanAttributes, streamInSpan } from "@cenote/core";

const chatUsageAttributes = (usage: ChatUsage | undefined): SpanAttributes => ({
  "gen_ai.usage.input_tokens": usage?.promptTokens,
  "gen_ai.usage.output_tokens": usage?.completionTokens,
  "gen_ai.usage.cache_read.input_tokens": usage?.cachedTokens,
  "gen_ai.usage.reasoning.output_tokens": usage?.reasoningTokens,
  ...costAttributes(usage),
});

/** Sets what a stream reports about itself as attributes of its span. @returns True for its last message. */
const noteEvents = (span: Span, { events }: StreamChatCompletionResponse): boolean => {
  let isWhole = false;
  for (const { event } of events) {
    if (event?.$case === "started")
      span.set({ "gen_ai.response.model": event.value.model, ...infoAttributes(event.value.info) });
    if (event?.$case === "finished") {
      span.set({
        "gen_ai.response.finish_reasons": [event.value.finishReason],
        ...chatUsageAttributes(event.value.usage),
      });
      isWhole = true;
    }
  }
  return isWhole;
};

/**
 * The same service, with a span for each call. It follows OpenTelemetry's conventions for generative AI, without those for
 * content.
 */
export const withTracing = (service: InferenceService, parts: CallTracing): InferenceService => ({
  ...service,
  createChatCompletion: (request, signal) =>
    inSpan(
      beginCallSpan(parts, { operation: "chat", type: "chat", model: request.chat?.model, context: request.context }),
      () => service.createChatCompletion(request, signal),
      ({ model, finishReason, usage, info }) => ({
        "gen_ai.response.model": model,
        "gen_ai.response.finish_reasons": [finishReason],
        ...chatUsageAttributes(usage),
        ...infoAttributes(info),
      }),
    ),
  streamChatCompletion(request, signal) {
    const span = beginCallSpan(parts, {
      operation: "chat",
      type: "chat",
      model: request.chat?.model,
      context: request.context,
      attributes: { "gen_ai.request.stream": true },
    });
    return streamInSpan(span, () => service.streamChatCompletion(request, signal), {
      note: (message) => noteEvents(span, message),
    });
  },
  createEmbeddings: (request, signal) =>
    inSpan(
      beginCallSpan(parts, {
        operation: "embeddings",
        type: "embedding",
        model: request.embeddings?.model,
        context: request.context,
      }),
      () => service.createEmbeddings(request, signal),
      ({ model, usage, info }) => ({
        "gen_ai.response.model": model,
        "gen_ai.usage.input_tokens": usage?.promptTokens,
        ...costAttributes(usage),
        ...infoAttributes(info),
      }),
    ),
});
