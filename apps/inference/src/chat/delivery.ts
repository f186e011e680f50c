import { GrowingText } from "@cenote/core";
import type { ChatEvent, ChatUsage, FinishReason } from "@cenote/providers";
import { usageToCharge } from "../metering/usage-to-charge";
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
  usage(): Promise<ChatUsage>;
}

/** Characters per token of English text. A rough count may err: it only moves holds, never charges. */
const CHARACTERS_PER_TOKEN = 4;
/** Text is counted exactly in parts longer than this, not event by event. */
const COUNTED_CHARACTERS = 256;

export interface DeliveryOptions extends AnsweredCall {
  /**
   * Whether `madeTokens` counts with the tokenizer, as for an answer that ends when its hold can't grow. For others the
   * length of the text will do.
   */
  readonly isExact: boolean;
}

export const createDelivery = (answered: DeliveryOptions): Delivery => {
  const { model, counter, isExact } = answered;
  const text = new GrowingText();
  /** Tokens of all text but the last: what was counted is not counted again as the answer grows. */
  let knownTokens = 0;
  let uncounted = "";
  let isPlain = true;
  let reported: ChatUsage | undefined;
  /** What had arrived at the last report of usage. */
  let reportedCharacters = 0;
  let finishReason: FinishReason | undefined;

  /** Some providers report usage before the answer: then it is that of the prompt only. */
  const isLastWord = (): boolean => reportedCharacters > 0 || text.length === 0;
  const roughly = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);
  const exactly = (): number => {
    if (uncounted.length > COUNTED_CHARACTERS) {
      // No token goes beyond the white space before the last word, which may not be whole yet.
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
