import type { ChatCall, ChatEvent, ChatUsage, FinishReason, TokenCounter } from "@cenote/providers";

/** What one answer has brought so far: the basis of its charge, whole or interrupted. */
export interface Delivery {
  note(events: readonly ChatEvent[]): void;
  /** Undefined until the provider says it. */
  readonly finishReason: FinishReason | undefined;
  /** Cheap count of tokens made so far, to see a stream outgrow its hold. */
  readonly roughTokens: number;
  /** The provider's usage, or our count where it gave none or the answer was interrupted before its last word. */
  usage(): ChatUsage;
}

/** Of English text. A rough count may err: it moves holds, never charges. */
const CHARACTERS_PER_TOKEN = 4;

export const createDelivery = (call: ChatCall, counter: TokenCounter): Delivery => {
  let text = "";
  let reported: ChatUsage | undefined;
  let finishReason: FinishReason | undefined;

  const counted = (): ChatUsage => {
    const completionTokens = text === "" ? 0 : counter.countText(text);
    return {
      promptTokens: reported?.promptTokens ?? counter.countPrompt(call),
      completionTokens: Math.max(completionTokens, reported?.completionTokens ?? 0),
      cachedTokens: reported?.cachedTokens ?? 0,
      cacheWriteTokens: reported?.cacheWriteTokens ?? 0,
      reasoningTokens: reported?.reasoningTokens ?? 0,
    };
  };

  return {
    note(events) {
      for (const event of events) {
        switch (event.type) {
          case "text":
          case "reasoning":
          case "refusal":
            text += event.text;
            break;
          case "tool_call":
            text += `${event.name ?? ""}${event.arguments}`;
            break;
          case "finish":
            finishReason = event.reason;
            break;
          case "usage":
            reported = event.usage;
            break;
          case "logprobs":
            break;
        }
      }
    },
    get finishReason() {
      return finishReason;
    },
    get roughTokens() {
      return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
    },
    usage: () => (finishReason !== undefined && reported !== undefined ? reported : counted()),
  };
};
