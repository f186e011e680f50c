import type { ChatCall, TokenCounter } from "@cenote/providers";
import type { Candidate } from "@cenote/routing";
import type { Lack } from "./capabilities";

/** Finds a prompt that is longer than a route takes: the provider would refuse it too, or charge a price the catalog does not know. */
export type ContextCheck = (candidate: Candidate) => Lack | undefined;

/**
 * Images are counted as is usual, not by what the model bills for them at most: nobody is refused for a picture that may be small, and some bill
 * an image at many times the room it takes (gpt-4o-mini). A prompt that is too long for its pictures is refused by the provider.
 *
 * The words are those by which LangChain, LiteLLM, Pydantic AI and others know that they may try again with less (`moving.md`).
 *
 * Counted exactly only where the cheap estimate is above a limit, and once a call. @param estimate The cheap one.
 */
export const createContextCheck = (call: ChatCall, counter: TokenCounter, estimate: number): ContextCheck => {
  let countedTokens: number | undefined;
  return ({ contextTokens, model }) => {
    if (contextTokens === undefined || estimate <= contextTokens) return undefined;
    countedTokens ??= counter.countPrompt(call);
    if (countedTokens <= contextTokens) return undefined;
    return { param: "messages", fields: [], message: `messages: about ${countedTokens} tokens for ${model.id}; this model's maximum context length is ${contextTokens} tokens (context_length_exceeded).` };
  };
};
