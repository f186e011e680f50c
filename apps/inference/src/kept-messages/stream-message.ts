import type { Cost } from "@cenote/calls";
import {
  type CallInfo,
  type ChatEvent,
  StreamChatCompletionRequest,
  type StreamChatCompletionResponse,
} from "@cenote/contracts";
import { keptChat } from "./unary-method";

export const streamBody = (request: StreamChatCompletionRequest): Uint8Array =>
  StreamChatCompletionRequest.encode({ ...request, chat: keptChat(request.chat), context: undefined }).finish();

export const isLastMessage = ({ events }: StreamChatCompletionResponse): boolean =>
  events.at(-1)?.event?.$case === "finished";

const isFirstMessage = ({ events }: StreamChatCompletionResponse): boolean => events[0]?.event?.$case === "started";

const mapEvents = (
  message: StreamChatCompletionResponse,
  change: (event: ChatEvent["event"]) => ChatEvent["event"],
): StreamChatCompletionResponse => ({ events: message.events.map(({ event }) => ({ event: change(event) })) });

/** Adds the cost to the last message of a complete answer. Other messages stay unchanged. */
export const pricedMessage = (message: StreamChatCompletionResponse, cost: Cost): StreamChatCompletionResponse =>
  !isLastMessage(message)
    ? message
    : mapEvents(message, (event) => {
        if (event?.$case !== "finished" || event.value.usage === undefined) return event;
        return { $case: "finished", value: { ...event.value, usage: { ...event.value.usage, ...cost } } };
      });

/** Replaces the call info in the first message of an answer. Other messages stay unchanged. */
export const messageWithInfo = (
  message: StreamChatCompletionResponse,
  change: (info: CallInfo | undefined) => CallInfo | undefined,
): StreamChatCompletionResponse =>
  !isFirstMessage(message)
    ? message
    : mapEvents(message, (event) =>
        event?.$case === "started"
          ? { $case: "started", value: { ...event.value, info: change(event.value.info) } }
          : event,
      );
