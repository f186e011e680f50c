import type {
  ChatUsage as ContractUsage,
  CreateChatCompletionResponse,
  StreamChatCompletionResponse,
} from "@cenote/contracts";
import { type CenoteError, formatMxn } from "@cenote/core";
import { type AnswerEvent, joinText } from "../../resumable-answers/kept-event";
import { reasoningDetailOf } from "../../bodies/chat/reasoning-details";
import { messageText } from "../../bodies/chat/message-text";
import { paidIdOf } from "../../server/answers/paid-id";
import { inInputNames } from "../input-names";
import { orNull } from "../or-null";
import { storedAnswerOf } from "../stored-answer";
import type { ChatEventValue } from "./chat-event.type";
import type { ChatCompletion, ChatUsage, FinishReason } from "./chat.type";

const toUsage = (usage: ContractUsage | undefined): ChatUsage => {
  if (usage === undefined) throw new Error("a chat answer without usage");
  return { ...usage, costMxn: formatMxn(usage.costNanoMxn) };
};

/** A complete answer. Pure. Throws if its message or usage is missing. */
export const toChatCompletion = (requestId: string, answer: CreateChatCompletionResponse): ChatCompletion => {
  const { message, info } = answer;
  if (message === undefined) throw new Error("a chat answer without its message");
  const text = messageText(message);
  return {
    id: paidIdOf(info, requestId),
    created: new Date(Number(answer.created) * 1000),
    model: answer.model,
    message: {
      content: text === "" && (message.toolCalls.length > 0 || message.refusal !== "") ? null : text,
      refusal: orNull(message.refusal),
      reasoning: orNull(message.reasoning),
      toolCalls: message.toolCalls,
      reasoningDetails: message.reasoningDetails.map(reasoningDetailOf),
    },
    finishReason: answer.finishReason as FinishReason,
    usage: toUsage(answer.usage),
    logprobs: answer.logprobsJson === "" ? null : (JSON.parse(answer.logprobsJson) as unknown),
    droppedFields: info?.droppedFields ?? [],
    ...storedAnswerOf(info),
  };
};

const NOTHING = {
  __typename: "ChatDelta",
  content: null,
  reasoning: null,
  refusal: null,
  reasoningDetail: null,
  logprobs: null,
} as const;

/** One event. Pure. Throws if the usage of the last event is missing. */
export const toChatEvent = (requestId: string, event: AnswerEvent): ChatEventValue => {
  switch (event.$case) {
    case "started": {
      const { model, created, info } = event.value;
      return {
        __typename: "ChatStarted",
        requestId: paidIdOf(info, requestId),
        role: "assistant",
        model,
        created: new Date(Number(created) * 1000),
        droppedFields: info?.droppedFields ?? [],
        ...storedAnswerOf(info),
      };
    }
    case "text":
      return { ...NOTHING, content: event.value };
    case "reasoning":
      return { ...NOTHING, reasoning: event.value };
    case "refusal":
      return { ...NOTHING, refusal: event.value };
    case "reasoningDetail":
      return { ...NOTHING, reasoningDetail: reasoningDetailOf(event.value) };
    case "logprobsJson":
      return { ...NOTHING, logprobs: JSON.parse(event.value) as unknown };
    case "toolCall": {
      const { index, id, name, arguments: text } = event.value;
      return { __typename: "ChatToolCallDelta", index, id: orNull(id), name: orNull(name), arguments: text };
    }
    case "finished":
      return {
        __typename: "ChatFinished",
        finishReason: event.value.finishReason as FinishReason,
        usage: toUsage(event.value.usage),
      };
  }
};

/** The events of one message, in order. Pure. */
export const toChatEvents = (requestId: string, message: StreamChatCompletionResponse): ChatEventValue[] =>
  joinText(message).map((event) => toChatEvent(requestId, event));

export const toChatFailed = (requestId: string, error: CenoteError): ChatEventValue => {
  const { code, message, param = null, retryable, retryAfterMs } = inInputNames(error);
  return {
    __typename: "ChatFailed",
    code,
    message,
    param,
    requestId,
    retryable,
    retryAfterMs: retryAfterMs === undefined ? null : Math.ceil(retryAfterMs),
  };
};
