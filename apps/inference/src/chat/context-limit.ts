import type { ChatCall, TokenCounter } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import type { Lack } from "./capabilities";

/**
 * Finds prompts that are too long for a route: its provider would refuse them, or charge a price the catalog does not
 * know.
 */
export type ContextCheck = (candidate: ChatCandidate) => Lack | undefined;

export interface PromptLength {
  /** Of the whole prompt, from lengths; Infinity: it is always counted. */
  readonly estimate: number;
  /** What its files take at least. */
  readonly fileTokens: number;
}

/**
 * Images count for what they usually take, not for the most that the model bills for one: a picture may be small, and
 * some models bill many times the room that it takes (gpt-4o-mini). Where a prompt is too long because of its pictures,
 * the provider refuses it. Files count for what their pages take at least.
 *
 * The words are those by which LangChain, LiteLLM, Pydantic AI and others know that they may try again with less
 * (`moving.md`).
 *
 * A prompt is counted exactly only where the estimate is above a limit, and then once for the call. @param call Without
 * its files.
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
