import type { ChatAnswer, ChatEvent, FinishReason, ReasoningDetail, ToolCall } from "../spec";

/** Builds a plain answer from a streamed one; the inverse of `answerEvents`. */
export interface AnswerFold {
  add(events: readonly ChatEvent[]): void;
  answer(): FoldedAnswer;
}

/** Without a finish reason if the provider gave none. */
export type FoldedAnswer = Omit<ChatAnswer, "finishReason"> & { readonly finishReason?: FinishReason };

const PARTS_OF_LOGPROBS = new Set(["content", "refusal"]);

/**
 * OpenAI's logprobs object lists the tokens of each text; those of a stream come piece by piece, and are put behind
 * those that are there.
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
  let [text, reasoning, refusal] = ["", "", ""];
  let logprobs: Record<string, unknown> | undefined;
  let finishReason: FinishReason | undefined;
  let usage: ChatAnswer["usage"];
  const details: ReasoningDetail[] = [];
  const toolCalls = new Map<number, { -readonly [Field in keyof ToolCall]: ToolCall[Field] }>();

  const addToolCall = ({ index, id, name, arguments: json }: ChatEvent & { readonly type: "tool_call" }) => {
    const known = toolCalls.get(index) ?? { id: "", name: "", arguments: "" };
    toolCalls.set(index, { id: id ?? known.id, name: name ?? known.name, arguments: known.arguments + json });
  };

  const addOne = (event: ChatEvent): void => {
    switch (event.type) {
      case "text":
        text += event.text;
        break;
      case "reasoning":
        reasoning += event.text;
        break;
      case "refusal":
        refusal += event.text;
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
      text,
      toolCalls: [...toolCalls].sort(([a], [b]) => a - b).map(([, call]) => call),
      ...(finishReason === undefined ? {} : { finishReason }),
      ...(reasoning === "" ? {} : { reasoning }),
      ...(details.length === 0 ? {} : { reasoningDetails: details }),
      ...(refusal === "" ? {} : { refusal }),
      ...(logprobs === undefined ? {} : { logprobs }),
      ...(usage === undefined ? {} : { usage }),
    }),
  };
};
