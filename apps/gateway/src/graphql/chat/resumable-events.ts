import type { StreamChatCompletionRequest } from "@cenote/contracts";
import { CenoteError, invalidRequest, toCenoteError } from "@cenote/core";
import { requireOperation } from "../../server/scope";
import type { GraphqlContext } from "../context";
import { createEventSource, type EventSource } from "../streams/event-source";
import type { ChatEventValue } from "./chat-event.type";
import type { Generation } from "./generation";
import { toChatFailed } from "./to-graphql";

const EVENT_ID = /^(req_[0-9a-f]{24})\.(\d{1,9})$/;

/** One reader of an answer. He may lose his connection and come back; where he unsubscribes, or is cut, the answer ends with him. */
const readFrom = ({ signal, report }: GraphqlContext, generation: Generation, requestId: string, from: number): EventSource<ChatEventValue> => {
  const left = new AbortController();
  const reading = AbortSignal.any([signal, left.signal]);
  let next = from;
  let isOver = false;
  generation.enter();

  const fail = (error: CenoteError): readonly ChatEventValue[] => {
    isOver = true;
    report(error);
    return [toChatFailed(requestId, error)];
  };

  return createEventSource<ChatEventValue>({
    async read() {
      if (isOver) return undefined;
      try {
        const events = await generation.read(next, reading);
        if (events === undefined) return signal.aborted ? fail(signal.reason as CenoteError) : undefined;
        next += events.length;
        return events.map(({ index, event }) => Object.assign({}, event, { eventId: `${requestId}.${index}` }));
      } catch (thrown) {
        return fail(toCenoteError(thrown));
      }
    },
    close() {
      const isLost = signal.aborted && (signal.reason as CenoteError).code === "cancelled";
      left.abort(new CenoteError("cancelled"));
      generation.leave(isLost);
    },
  });
};

/** A chat answer that can be taken up again. Errors: overloaded. */
export const openResumable = (context: GraphqlContext, call: StreamChatCompletionRequest): EventSource<ChatEventValue> => {
  context.signal.throwIfAborted();
  const requestId = call.context?.requestId ?? "";
  const { inference, generations, caller, report } = context;
  const generation = generations.open({ requestId, caller, report, start: (signal) => inference.streamChatCompletion(call, signal) });
  return readFrom(context, generation, requestId, 0);
};

/** Goes on behind an event. Errors: permission_denied, invalid_request_error, not_found. */
export const resume = (context: GraphqlContext, after: string): EventSource<ChatEventValue> => {
  requireOperation(context.caller, "chat");
  const [, requestId, index] = EVENT_ID.exec(after) ?? [];
  if (requestId === undefined) throw invalidRequest("after", "after: the `eventId` of an event.");
  return readFrom(context, context.generations.find(requestId, context.caller), requestId, Number(index) + 1);
};
