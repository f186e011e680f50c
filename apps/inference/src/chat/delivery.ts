import type { ChatEvent, ChatUsage, FinishReason } from "@cenote/providers";
import { usageToCharge } from "../billing/usage-to-charge";
import { type AnsweredCall, ownCountOf } from "./answer-usage";

/** What one answer has delivered so far: the basis of its charge, whole or interrupted. */
export interface Delivery {
  note(events: readonly ChatEvent[]): void;
  /** Undefined until the provider says it. */
  finishReason(): FinishReason | undefined;
  /** False once it has called tools or declined, and so is more than text. */
  isPlain(): boolean;
  /** Tokens made so far, to see an answer outgrow its hold. */
  madeTokens(): number;
  /** The provider's usage, or our own count if it gave none or the answer was interrupted before its last event. */
  usage(): ChatUsage;
}

/** Characters per token of English text. A rough count may err: it only moves holds, never charges. */
const CHARACTERS_PER_TOKEN = 4;
/**
 * An exact count is repeated after this many further characters plus this share of those already counted, not for every
 * event of a long text.
 */
const COUNTED_AGAIN_AFTER = 256;
const COUNTED_AGAIN_SHARE = 0.1;

export interface DeliveryOptions extends AnsweredCall {
  /**
   * Whether `madeTokens` counts with the tokenizer, as for an answer that ends when its hold can't grow. For others the
   * length of the text will do.
   */
  readonly isExact: boolean;
}

export const createDelivery = (answered: DeliveryOptions): Delivery => {
  const { model, counter, isExact } = answered;
  let text = "";
  /** State of the text at the last exact count. */
  const known = { characters: 0, tokens: 0 };
  let isPlain = true;
  let reported: ChatUsage | undefined;
  /** What had arrived at the last report of usage. */
  let reportedCharacters = 0;
  let finishReason: FinishReason | undefined;

  /** Some providers report usage before the answer: then it is that of the prompt only. */
  const isLastWord = (): boolean => reportedCharacters > 0 || text === "";
  const counted = (): number => (text === "" ? 0 : counter.countText(text));
  const roughly = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);
  const exactly = (): number => {
    if (text.length - known.characters > COUNTED_AGAIN_AFTER + COUNTED_AGAIN_SHARE * known.characters) {
      known.characters = text.length;
      known.tokens = counted();
    }
    return known.tokens + roughly(text.length - known.characters);
  };
  const own = ownCountOf(answered, counted);

  const interrupted = (): ChatUsage => {
    const usage = usageToCharge(reported, own, model);
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
    madeTokens: () => (isExact ? exactly() : roughly(text.length)),
    usage: () => (finishReason !== undefined && isLastWord() ? usageToCharge(reported, own, model) : interrupted()),
  };
};
