import type { StreamChatCompletionRequest, StreamChatCompletionResponse } from "@cenote/contracts";
import { CenoteError, toCenoteError } from "@cenote/core";
import { abortedCallError } from "../../server/calls/exchange";
import type { GraphqlContext } from "../context";
import { createEventSource, type EventSource } from "../streams/event-source";
import type { ChatEventValue } from "./chat-event.type";
import { toChatEvents, toChatFailed } from "./to-graphql";

/**
 * A chat answer as GraphQL events. The next piece is read from the provider when the last one was taken, so a slow
 * reader slows the provider. If the reader leaves, the provider's call is aborted at once. The events never throw: a
 * failure is the last event.
 */
export const openChatEvents = (
  { inference, signal, report }: GraphqlContext,
  call: StreamChatCompletionRequest,
): EventSource<ChatEventValue> => {
  // If already aborted, no provider is called.
  signal.throwIfAborted();
  const requestId = call.context?.requestId ?? "";
  const left = new AbortController();
  const iterator = inference.streamChatCompletion(call, AbortSignal.any([signal, left.signal]))[Symbol.asyncIterator]();
  let isOver = false;
  let interrupt = (_error: unknown) => {};

  const nextMessage = () =>
    new Promise<IteratorResult<StreamChatCompletionResponse, unknown>>((resolve, reject) => {
      interrupt = reject;
      iterator.next().then(resolve, reject);
    });

  const fail = (thrown: unknown): readonly ChatEventValue[] => {
    isOver = true;
    const error = signal.aborted ? abortedCallError(signal.reason as CenoteError, thrown) : toCenoteError(thrown);
    report(error);
    return [toChatFailed(requestId, error)];
  };

  return createEventSource<ChatEventValue>({
    async read() {
      if (isOver) return undefined;
      try {
        const next = await nextMessage();
        if (next.done === true) return fail(new Error("a chat stream ended before its answer did"));
        const events = toChatEvents(requestId, next.value);
        isOver = events.at(-1)?.__typename === "ChatFinished";
        return events;
      } catch (thrown) {
        return fail(thrown);
      }
    },
    close() {
      const error = new CenoteError("cancelled");
      left.abort(error);
      interrupt(error);
      void iterator.return?.().catch(() => {});
    },
  });
};
