import type { StreamChatCompletionRequest } from "@cenote/contracts";
import { type CenoteError, invalidField, toCenoteError } from "@cenote/core";
import { formatEventId, parseEventId } from "../../resumable-answers/event-id";
import type { ResumableAnswer } from "../../resumable-answers/resumable-answer";
import type { KeptEvent } from "../../resumable-answers/kept-event";
import { requireOperation } from "../../server/calls/permissions";
import type { GraphqlContext } from "../context";
import { createEventSource, type EventSource } from "../streams/event-source";
import type { ChatEventValue } from "./chat-event.type";
import { toChatEvent, toChatFailed } from "./to-graphql";

/**
 * Adds a reader to an answer. After a lost connection the answer can be resumed. Unsubscribing or a revoked key ends
 * it. Errors: not_found.
 */
const readFrom = (
  { signal, report }: GraphqlContext,
  answer: ResumableAnswer,
  from: number,
): EventSource<ChatEventValue> => {
  const { requestId } = answer;
  const reader = answer.openReader(from, signal);
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
      reader.close();
    },
  });
};

/** Starts a chat answer that can be resumed. Errors: overloaded. */
export const openResumable = (
  context: GraphqlContext,
  call: StreamChatCompletionRequest,
): EventSource<ChatEventValue> => {
  context.signal.throwIfAborted();
  return readFrom(context, context.resumableAnswers.open(call, context.caller), 0);
};

/** Continues an answer after an event. Errors: permission_denied, invalid_request_error, not_found. */
export const resume = (context: GraphqlContext, after: string): EventSource<ChatEventValue> => {
  requireOperation(context.caller, "chat");
  const place = parseEventId(after);
  if (place === undefined) throw invalidField("after", "the `eventId` of an event.");
  return readFrom(context, context.resumableAnswers.find(place.requestId, context.caller).answer, place.index + 1);
};
