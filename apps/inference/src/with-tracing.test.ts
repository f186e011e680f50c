import type { ChatEvent, InferenceService, StreamChatCompletionResponse } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { recordTraces } from "@cenote/tracing/testing";
import { chat, context, createTestScope } from "./testing/scope";
import { withTracing } from "./with-tracing";

const usage = {
  promptTokens: 3,
  completionTokens: 5,
  totalTokens: 8,
  cachedTokens: 1,
  cacheWriteTokens: 0,
  reasoningTokens: 2,
  costUsd: "0.1",
  costNanoMxn: 2_500_000_000n,
};
const info = { rateLimits: undefined, attempts: 2, upstreamUs: 1, droppedFields: [] };
const message = (event: ChatEvent["event"]): StreamChatCompletionResponse => ({ events: [{ event }] });
const STARTED = message({ $case: "started", value: { created: 1n, model: "test/two-routes", info } });
const FINISHED = message({ $case: "finished", value: { finishReason: "length", usage } });
const TEXT = message({ $case: "text", value: "marker" });

const setUp = (inner: Partial<InferenceService>) => {
  const { tracing, spans } = recordTraces();
  const {
    scope: { catalog },
  } = createTestScope();
  return { service: withTracing(inner as InferenceService, { tracing, catalog }), tracing, spans };
};
const request = { context: context(), chat: chat("test/plain") };

test("a chat answer is a span that follows the conventions, without any content", async () => {
  const { service, spans } = setUp({
    createChatCompletion: () =>
      Promise.resolve({
        created: 1n,
        model: "test/two-routes",
        message: undefined,
        finishReason: "stop",
        usage,
        logprobsJson: "marker",
        info,
      }),
  });
  await service.createChatCompletion(request);
  expect(spans()).toMatchObject([{ name: "chat test/plain", kind: "server", isError: false }]);
  expect(spans()[0]?.attributes).toEqual({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "test",
    "gen_ai.request.model": "test/plain",
    "gen_ai.response.model": "test/two-routes",
    "gen_ai.response.finish_reasons": ["stop"],
    "gen_ai.usage.input_tokens": 3,
    "gen_ai.usage.output_tokens": 5,
    "gen_ai.usage.cache_read.input_tokens": 1,
    "gen_ai.usage.reasoning.output_tokens": 2,
    "cenote.cost_mxn": 2.5,
    "cenote.attempts": 2,
    "cenote.request_id": request.context.requestId,
    "cenote.organization_id": request.context.organizationId,
  });
});

test("invalid ids and model names from the caller are not recorded", async () => {
  const { service, spans } = setUp({
    createChatCompletion: () => Promise.reject(new CenoteError("model_not_found", "marker")),
  });
  await expect(
    service.createChatCompletion({
      context: context({ requestId: "marker", organizationId: "marker", keyId: "marker" }),
      chat: chat("openai/marker"),
    }),
  ).rejects.toThrow("marker");
  await expect(service.createChatCompletion({ context: context(), chat: chat("test/embedding") })).rejects.toThrow(
    "marker",
  );
  expect(spans().map(({ name, isError, attributes }) => [name, isError, attributes["error.type"]])).toEqual([
    ["chat", false, "model_not_found"],
    ["chat", false, "model_not_found"],
  ]);
  expect(JSON.stringify(spans())).not.toContain("marker");
});

test("a stream's span lasts until its end, and records its first and last message", async () => {
  const within: boolean[] = [];
  const { service, tracing, spans } = setUp({
    async *streamChatCompletion() {
      for (const next of [STARTED, TEXT, FINISHED]) {
        within.push(tracing.isInside());
        yield await Promise.resolve(next);
        within.push(tracing.isInside());
      }
    },
  });
  const messages = service.streamChatCompletion(request)[Symbol.asyncIterator]();
  for (const expected of [STARTED, TEXT, FINISHED]) {
    expect((await messages.next()).value).toBe(expected);
    expect(spans()).toEqual([]);
  }
  expect((await messages.next()).done).toBe(true);
  expect(spans()).toMatchObject([
    {
      name: "chat test/plain",
      isError: false,
      attributes: {
        "gen_ai.request.stream": true,
        "gen_ai.response.model": "test/two-routes",
        "gen_ai.response.finish_reasons": ["length"],
        "cenote.cost_mxn": 2.5,
        "cenote.attempts": 2,
      },
    },
  ]);
  expect(JSON.stringify(spans())).not.toContain("marker");
  // Whoever requests a message, it is produced inside the span.
  expect(within).toEqual([true, true, true, true, true, true]);
});

test.each([
  ["a reader who leaves before its end cancels it", [STARTED, TEXT], { isError: true, type: "cancelled" }],
  ["one who leaves after the last word does not", [STARTED, FINISHED], { isError: false, type: undefined }],
])("%s", async (_name, read, expected) => {
  const { service, spans } = setUp({
    async *streamChatCompletion() {
      yield* await Promise.resolve(read);
    },
  });
  const messages = service.streamChatCompletion(request)[Symbol.asyncIterator]();
  for (const _message of read) await messages.next();
  await messages.return?.();
  expect(spans().map(({ isError, attributes }) => ({ isError, type: attributes["error.type"] }))).toEqual([expected]);
});

test("a stream that fails has its error code", async () => {
  const { service, spans } = setUp({
    async *streamChatCompletion() {
      yield STARTED;
      yield* await Promise.reject<[]>(new CenoteError("provider_unavailable", "marker"));
    },
  });
  const messages = service.streamChatCompletion(request)[Symbol.asyncIterator]();
  await messages.next();
  await expect(messages.next()).rejects.toMatchObject({ code: "provider_unavailable" });
  expect(spans()).toMatchObject([{ isError: true, attributes: { "error.type": "provider_unavailable" } }]);
  expect(JSON.stringify(spans())).not.toContain("marker");
});
