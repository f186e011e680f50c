import type { ChatCall, TokenCounter } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import type { CapabilityGap } from "./capabilities";

/**
 * Finds prompts that are too long for a route. Its provider would refuse them, or charge a price that the catalog does not
 * have.
 */
export type ContextCheck = (candidate: ChatCandidate) => CapabilityGap | undefined;

export interface PromptLength {
  /** Estimated tokens of the whole prompt, from lengths. With Infinity the prompt is always counted. */
  readonly estimate: number;
  /** Least number of tokens of its files. */
  readonly fileTokens: number;
}

/**
 * Images count with their usual tokens, not with the most that a model bills for one: an image may be small, and some
 * models bill many times the context that it takes (gpt-4o-mini). If a prompt is too long because of its images, the
 * provider refuses it. Files count with the least tokens of their pages.
 *
 * By the words of the message LangChain, LiteLLM, Pydantic AI and others recognize that they may retry with a shorter
 * prompt (`moving.md`).
 *
 * A prompt is counted exactly only if the estimate is above a limit, and then once for the call. @param call The call
 * without its files.
 */
export const createContextCheck = (
  call: ChatCall,
  counter: Pick<TokenCounter, "countPrompt">,
  { estimate, fileTokens }: PromptLength,
): ContextCheck => {
  let countedTokens: number | undefined;
  return ({ contextTokens, model }) => {
    if (contextTokens === undefined || estimate <= contextTokens) return undefined;
    countedTokens ??= counter.countPrompt(call) + fileTokens;
    if (countedTokens <= contextTokens) return undefined;
    return {
      param: "messages",
      fields: [],
      message: `messages: for ${model.id} the prompt is too long: ${countedTokens} tokens > ${contextTokens}, as counted here; this model's maximum context length is ${contextTokens} tokens (context_length_exceeded).`,
    };
  };
};
