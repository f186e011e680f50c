import type {
  ChatEvent,
  ChatStarted,
  CreateChatCompletionResponse,
  StreamChatCompletionResponse,
} from "@cenote/contracts";
import { type ChatEvent as ProviderEvent, createAnswerFold } from "@cenote/providers";
import { toContractMessage } from "../contract/chat-message";

/** Builds a plain answer from the messages of a stream. */
export interface StreamFold {
  add(message: StreamChatCompletionResponse): void;
  /** Undefined until the stream has finished, or if the answer exceeds the limit. */
  answer(): CreateChatCompletionResponse | undefined;
}

const toProviderEvent = (event: ChatEvent["event"]): ProviderEvent | undefined => {
  switch (event?.$case) {
    case "text":
    case "reasoning":
    case "refusal":
      return { type: event.$case, text: event.value };
    case "reasoningDetail":
      return { type: "reasoning_detail", detail: event.value };
    case "toolCall": {
      const { index, id, name, arguments: json } = event.value;
      return {
        type: "tool_call",
        index,
        ...(id === "" ? {} : { id }),
        ...(name === "" ? {} : { name }),
        arguments: json,
      };
    }
    case "logprobsJson":
      return { type: "logprobs", logprobs: JSON.parse(event.value) as object };
    case "started":
    case "finished":
    case undefined:
      return undefined;
  }
};

/** Approximate number of characters of an event's content. */
const sizeOf = (event: ChatEvent["event"]): number => {
  switch (event?.$case) {
    case "text":
    case "reasoning":
    case "refusal":
    case "logprobsJson":
      return event.value.length;
    case "reasoningDetail":
      return event.value.text.length + event.value.signature.length + event.value.encrypted.length;
    case "toolCall":
      return event.value.arguments.length;
    case "started":
    case "finished":
    case undefined:
      return 0;
  }
};

/** @param limit Most characters of an answer that is built. */
export const createStreamFold = (limit: number): StreamFold => {
  let started: ChatStarted | undefined;
  let fold = createAnswerFold();
  let size = 0;
  let answer: CreateChatCompletionResponse | undefined;

  const addOne = ({ event }: ChatEvent): void => {
    size += sizeOf(event);
    if (size > limit) {
      fold = createAnswerFold();
      return;
    }
    if (event?.$case === "started") started = event.value;
    const made = toProviderEvent(event);
    if (made !== undefined) fold.add([made]);
    if (event?.$case !== "finished" || started === undefined) return;
    const whole = fold.answer();
    const { created, model, info } = started;
    answer = {
      created,
      model,
      info,
      message: toContractMessage(whole),
      finishReason: event.value.finishReason,
      usage: event.value.usage,
      logprobsJson: whole.logprobs === undefined ? "" : JSON.stringify(whole.logprobs),
    };
  };

  return {
    add({ events }) {
      for (const event of events) addOne(event);
    },
    answer: () => answer,
  };
};
