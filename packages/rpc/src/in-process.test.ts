import {
  type CreateChatCompletionResponse,
  type InferenceService,
  InferenceServiceDefinition,
  type StreamChatCompletionResponse,
} from "@cenote/contracts";
import { ShuttingDown, silentLog } from "@cenote/core";
import { inProcess } from "./in-process";

const request = { context: undefined, chat: undefined };

test("a service is told why its caller aborts, so that it knows its own process's stop", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const service: Partial<InferenceService> = {
    createChatCompletion(_request, signal) {
      signals.push(signal);
      return new Promise<CreateChatCompletionResponse>(() => {});
    },
    async *streamChatCompletion(_request, signal): AsyncGenerator<StreamChatCompletionResponse> {
      signals.push(signal);
      yield { events: [] };
      await new Promise(() => {});
    },
  };
  const inference = inProcess(InferenceServiceDefinition, service as InferenceService, { log: silentLog });
  const caller = new AbortController();
  const answer = inference.createChatCompletion(request, caller.signal);
  const messages = inference.streamChatCompletion(request, caller.signal)[Symbol.asyncIterator]();
  await messages.next();
  const next = messages.next();
  const reason = new ShuttingDown();
  caller.abort(reason);
  await Promise.all([answer, next].map((cut) => expect(cut).rejects.toMatchObject({ code: "overloaded" })));
  expect(signals.map((signal) => signal?.reason === reason)).toEqual([true, true]);
});
