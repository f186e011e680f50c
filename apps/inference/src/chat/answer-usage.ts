import type { Model } from "@cenote/catalog";
import type { ChatAnswer, ChatCall, ChatUsage, TokenCounter } from "@cenote/providers";
import { type OwnCount, usageToCharge } from "../billing/usage-to-charge";
import { countReadPrompt } from "./prompt-with-files";

export interface AnsweredCall {
  readonly call: ChatCall;
  /** The one that answers. */
  readonly model: Model;
  readonly counter: TokenCounter;
}

/** @param completion Tokens made. */
export const ownCountOf = ({ call, model, counter }: AnsweredCall, completion: () => number): OwnCount => ({
  mostPrompt: () => counter.countPrompt(call, model.imageTokens),
  prompt: () => countReadPrompt(call, model, counter),
  completion,
});

/** Usage of a complete answer: the provider's, or our own count if it reported none. */
export const answerUsage = (answer: ChatAnswer, answered: AnsweredCall): ChatUsage => {
  const completion = (): number =>
    answered.counter.countText(
      [
        answer.text,
        answer.reasoning ?? "",
        answer.refusal ?? "",
        ...answer.toolCalls.map((tool) => tool.name + tool.arguments),
      ].join(""),
    );
  return usageToCharge(answer.usage, ownCountOf(answered, completion), answered.model);
};
