import type { ChatModel } from "@cenote/catalog";
import type { Awaitable } from "@cenote/core";
import type { ChatAnswer, ChatCall, ChatUsage, CountedFor, TokenCounter } from "@cenote/providers";
import { type OwnCount, usageToCharge } from "../metering/usage-to-charge";
import { countReadPrompt } from "./prompt-with-files";

export interface AnsweredCall {
  readonly call: ChatCall;
  /** The model that answers. */
  readonly model: ChatModel;
  readonly counter: TokenCounter;
  /** The party whose answer is counted: see `deliveredTo`. */
  readonly countedFor: CountedFor;
}

/** Counts without blocking the event loop. @param made Returns what the model has written so far. */
export const ownCountOf = (answered: AnsweredCall, made: () => string): OwnCount => {
  const { call, model, counter, countedFor } = answered;
  return {
    mostPrompt: () => counter.countPromptInTurns(countedFor, call, model.imageTokens),
    prompt: () => countReadPrompt(answered),
    completion: () => counter.countTextsInTurns(countedFor, [made()]),
  };
};

/** Usage of a complete answer: the provider's, or our own count if it reported none. */
export const answerUsage = (answer: ChatAnswer, answered: AnsweredCall): Awaitable<ChatUsage> => {
  const made = (): string =>
    [
      answer.text,
      answer.reasoning ?? "",
      answer.refusal ?? "",
      ...answer.toolCalls.map((tool) => tool.name + tool.arguments),
    ].join("");
  return usageToCharge(answer.usage, ownCountOf(answered, made), answered.model);
};
