import { GrowingText } from "@cenote/core";
import type { ChatEvent, ChatUsage, FinishReason } from "@cenote/providers";
import { usageToCharge } from "../metering/usage-to-charge";
import { type AnsweredCall, ownCountOf } from "./answer-usage";

/** What an answer has delivered so far, which is the basis of its charge, complete or interrupted. */
export interface Delivery {
  note(events: readonly ChatEvent[]): void;
  /** Undefined until the provider sends it. */
  finishReason(): FinishReason | undefined;
  /** False once the answer has tool calls or a refusal, and so is more than text. */
  isPlain(): boolean;
  /** Output tokens so far, to detect that an answer outgrows its hold. */
  madeTokens(): number;
  /** The provider's usage, or our own count if it reported none or the answer was interrupted before its last event. */
  usage(): Promise<ChatUsage>;
}

/** Characters per token of English text. This count may be inexact, since it only affects holds, never charges. */
const CHARACTERS_PER_TOKEN = 4;
/** Exact counts are made of parts longer than this, not of each event. */
const COUNTED_CHARACTERS = 256;

export interface DeliveryOptions extends AnsweredCall {
  /**
   * Whether `madeTokens` counts with the tokenizer, for an answer that ends when its hold can't grow. For other answers
   * the length of the text is enough.
   */
  readonly isExact: boolean;
}

export const createDelivery = (answered: DeliveryOptions): Delivery => {
  const { model, counter, isExact } = answered;
  const text = new GrowingText();
  /** Tokens of all text but the last part. Text is not counted again as the answer grows. */
  let knownTokens = 0;
  let uncounted = "";
  let isPlain = true;
  let reported: ChatUsage | undefined;
  /** Number of characters that had arrived at the last report of usage. */
  let reportedCharacters = 0;
  let finishReason: FinishReason | undefined;

  /** Whether the usage covers the answer. Some providers report usage before the answer, for the prompt only. */
  const isLastWord = (): boolean => reportedCharacters > 0 || text.length === 0;
  const roughly = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);
  const exactly = (): number => {
    if (uncounted.length > COUNTED_CHARACTERS) {
      // No token crosses the white space before the last word, which may be incomplete.
      const space = uncounted.lastIndexOf(" ");
      const end = space > 0 ? space : uncounted.length;
      knownTokens += counter.countText(uncounted.slice(0, end));
      uncounted = uncounted.slice(end);
    }
    return knownTokens + roughly(uncounted.length);
  };
  const add = (more: string): void => {
    text.add(more);
    if (isExact) uncounted += more;
  };
  const own = ownCountOf(answered, () => text.whole());

  const interrupted = async (): Promise<ChatUsage> => {
    const made = await own.completion();
    const usage = await usageToCharge(reported, { ...own, completion: () => made }, model);
    return { ...usage, completionTokens: Math.max(usage.completionTokens, made) };
  };

  return {
    note(events) {
      for (const event of events) {
        switch (event.type) {
          case "text":
          case "reasoning":
            add(event.text);
            break;
          case "refusal":
            add(event.text);
            isPlain = false;
            break;
          case "tool_call":
            isPlain = false;
            add(`${event.name ?? ""}${event.arguments}`);
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
    usage: async () =>
      finishReason !== undefined && isLastWord() ? usageToCharge(reported, own, model) : interrupted(),
  };
};
