import { GrowingText } from "@cenote/core";
import type { ChatAnswer, ChatEvent, FinishReason, ReasoningDetail } from "../spec";

/** Builds a plain answer from the events of a stream. The inverse of `answerEvents`. */
export interface AnswerFold {
  add(events: readonly ChatEvent[]): void;
  answer(): FoldedAnswer;
}

/** The finish reason is absent if the provider gave none. */
export type FoldedAnswer = Omit<ChatAnswer, "finishReason"> & { readonly finishReason?: FinishReason };

interface GrowingCall {
  id: string;
  name: string;
  readonly arguments: GrowingText;
}

const PARTS_OF_LOGPROBS = new Set(["content", "refusal"]);

/**
 * OpenAI's logprobs object lists the tokens of each text. In a stream the lists arrive in pieces, which are appended
 * here.
 */
const addLogprobs = (joined: Record<string, unknown>, more: object): void => {
  for (const [part, value] of Object.entries(more)) {
    const before = joined[part];
    if (!PARTS_OF_LOGPROBS.has(part) || (!Array.isArray(value) && !Array.isArray(before))) joined[part] = value;
    else if (!Array.isArray(before)) joined[part] = [...(value as unknown[])];
    else if (Array.isArray(value)) for (const one of value) before.push(one);
  }
};

export const createAnswerFold = (): AnswerFold => {
  const text = new GrowingText();
  const reasoning = new GrowingText();
  const refusal = new GrowingText();
  let logprobs: Record<string, unknown> | undefined;
  let finishReason: FinishReason | undefined;
  let usage: ChatAnswer["usage"];
  const details: ReasoningDetail[] = [];
  const toolCalls = new Map<number, GrowingCall>();

  const addToolCall = ({ index, id, name, arguments: json }: ChatEvent & { readonly type: "tool_call" }) => {
    let call = toolCalls.get(index);
    if (call === undefined) toolCalls.set(index, (call = { id: "", name: "", arguments: new GrowingText() }));
    call.id = id ?? call.id;
    call.name = name ?? call.name;
    call.arguments.add(json);
  };

  const addOne = (event: ChatEvent): void => {
    switch (event.type) {
      case "text":
        text.add(event.text);
        break;
      case "reasoning":
        reasoning.add(event.text);
        break;
      case "refusal":
        refusal.add(event.text);
        break;
      case "reasoning_detail":
        details.push(event.detail);
        break;
      case "tool_call":
        addToolCall(event);
        break;
      case "logprobs":
        addLogprobs((logprobs ??= {}), event.logprobs);
        break;
      case "finish":
        finishReason = event.reason;
        break;
      case "usage":
        usage = event.usage;
        break;
    }
  };

  return {
    add(events) {
      for (const event of events) addOne(event);
    },
    answer: () => ({
      text: text.whole(),
      toolCalls: [...toolCalls]
        .sort(([a], [b]) => a - b)
        .map(([, call]) => ({ ...call, arguments: call.arguments.whole() })),
      ...(finishReason === undefined ? {} : { finishReason }),
      ...(reasoning.length === 0 ? {} : { reasoning: reasoning.whole() }),
      ...(details.length === 0 ? {} : { reasoningDetails: details }),
      ...(refusal.length === 0 ? {} : { refusal: refusal.whole() }),
      ...(logprobs === undefined ? {} : { logprobs }),
      ...(usage === undefined ? {} : { usage }),
    }),
  };
};
