import type { ChatCall, ChatEvent, ChatUsage, FinishReason, TokenCounter } from "@cenote/providers";
import { usageToCharge } from "../billing/told-usage";

/** What one answer has brought so far: the basis of its charge, whole or interrupted. */
export interface Delivery {
  note(events: readonly ChatEvent[]): void;
  /** Undefined until the provider says it. */
  finishReason(): FinishReason | undefined;
  /** False once it has called tools or declined: it is more than text. */
  isPlain(): boolean;
  /** Cheap count of tokens made so far, to see a stream outgrow its hold. */
  roughTokens(): number;
  /** The provider's usage, or our count where it gave none or the answer was interrupted before its last word. */
  usage(): ChatUsage;
}

/** Of English text. A rough count may err: it moves holds, never charges. */
const CHARACTERS_PER_TOKEN = 4;

export const createDelivery = (call: ChatCall, counter: TokenCounter): Delivery => {
  let text = "";
  let isPlain = true;
  let reported: ChatUsage | undefined;
  /** What had come when usage was told last. */
  let reportedCharacters = 0;
  let finishReason: FinishReason | undefined;

  /** Usage that was told before any of the answer is that of its prompt. */
  const isLastWord = (): boolean => reportedCharacters > 0 || text === "";
  const counted = (): number => (text === "" ? 0 : counter.countText(text));
  const own = { prompt: () => counter.countPrompt(call), completion: counted };

  const interrupted = (): ChatUsage => {
    const usage = usageToCharge(reported, own);
    return { ...usage, completionTokens: Math.max(usage.completionTokens, counted()) };
  };

  return {
    note(events) {
      for (const event of events) {
        switch (event.type) {
          case "text":
          case "reasoning":
            text += event.text;
            break;
          case "refusal":
            text += event.text;
            isPlain = false;
            break;
          case "tool_call":
            isPlain = false;
            text += `${event.name ?? ""}${event.arguments}`;
            break;
          case "finish":
            finishReason = event.reason;
            break;
          case "usage":
            reported = event.usage;
            reportedCharacters = text.length;
            break;
          case "reasoning_detail":
          case "logprobs":
            break;
        }
      }
    },
    finishReason: () => finishReason,
    isPlain: () => isPlain,
    roughTokens: () => Math.ceil(text.length / CHARACTERS_PER_TOKEN),
    usage: () => (finishReason !== undefined && isLastWord() ? usageToCharge(reported, own) : interrupted()),
  };
};
