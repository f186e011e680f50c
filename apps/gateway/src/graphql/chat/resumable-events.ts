import type { StreamChatCompletionRequest } from "@cenote/contracts";
import { type CenoteError, invalidField, toCenoteError } from "@cenote/core";
import { formatEventId, parseEventId } from "../../generations/event-id";
import type { Generation } from "../../generations/generation";
import type { KeptEvent } from "../../generations/kept-event";
import { requireOperation } from "../../server/calls/permissions";
import type { GraphqlContext } from "../context";
import { createEventSource, type EventSource } from "../streams/event-source";
import type { ChatEventValue } from "./chat-event.type";
import { toChatEvent, toChatFailed } from "./to-graphql";

/**
 * One reader of an answer. A lost connection can be resumed; unsubscribing, or a revoked key, ends the answer. Errors:
 * not_found.
 */
const readFrom = (
  { signal, report }: GraphqlContext,
  generation: Generation,
  from: number,
): EventSource<ChatEventValue> => {
  const { requestId } = generation;
  const reader = generation.enter(from, signal);
  let isOver = false;

  const failed = (error: CenoteError): ChatEventValue => {
    isOver = true;
    report(error);
    return toChatFailed(requestId, error);
  };
  const toValue = (event: KeptEvent): ChatEventValue =>
    event.$case === "failed" ? failed(event.value) : toChatEvent(requestId, event);

  return createEventSource<ChatEventValue>({
    async read() {
      if (isOver) return undefined;
      try {
        const events = await reader.read();
        if (events === undefined) return signal.aborted ? [failed(signal.reason as CenoteError)] : undefined;
        return events.map(({ index, event }) =>
          Object.assign(toValue(event), { eventId: formatEventId({ requestId, index }) }),
        );
      } catch (thrown) {
        return [failed(toCenoteError(thrown))];
      }
    },
    close: () => {
      reader.leave();
    },
  });
};

/** Starts a chat answer that can be resumed. Errors: overloaded. */
export const openResumable = (
  context: GraphqlContext,
  call: StreamChatCompletionRequest,
): EventSource<ChatEventValue> => {
  context.signal.throwIfAborted();
  return readFrom(context, context.generations.open(call, context.caller), 0);
};

/** Continues after an event. Errors: permission_denied, invalid_request_error, not_found. */
export const resume = (context: GraphqlContext, after: string): EventSource<ChatEventValue> => {
  requireOperation(context.caller, "chat");
  const place = parseEventId(after);
  if (place === undefined) throw invalidField("after", "the `eventId` of an event.");
  return readFrom(context, context.generations.find(place.requestId, context.caller).generation, place.index + 1);
};
