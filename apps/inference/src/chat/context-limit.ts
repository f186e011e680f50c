import type { ChatCall, TokenCounter } from "@cenote/providers";
import type { Candidate } from "@cenote/routing";
import type { Lack } from "./capabilities";
import { leastFileTokens, withoutFiles } from "./prompt-with-files";

/**
 * Finds prompts that are too long for a route: its provider would refuse them, or charge a price the catalog does not
 * know.
 */
export type ContextCheck = (candidate: Candidate) => Lack | undefined;

/**
 * Images count for what they usually take, not for the most that the model bills for one: a picture may be small, and
 * some models bill many times the room that it takes (gpt-4o-mini). Where a prompt is too long because of its pictures,
 * the provider refuses it. So do the pages of a file, and what is in them is not known here.
 *
 * The words are those by which LangChain, LiteLLM, Pydantic AI and others know that they may try again with less
 * (`moving.md`).
 *
 * A prompt is counted exactly only where the estimate is above a limit, and then once for the call. @param estimate Of
 * the prompt, from lengths; Infinity: it is always counted.
 */
export const createContextCheck = (call: ChatCall, counter: TokenCounter, estimate: number): ContextCheck => {
  let countedTokens: number | undefined;
  return ({ contextTokens, model }) => {
    if (contextTokens === undefined || estimate <= contextTokens) return undefined;
    countedTokens ??= counter.countPrompt(withoutFiles(call)) + leastFileTokens(call);
    if (countedTokens <= contextTokens) return undefined;
    return {
      param: "messages",
      fields: [],
      message: `messages: for ${model.id} the prompt is too long: ${countedTokens} tokens > ${contextTokens}, as counted here; this model's maximum context length is ${contextTokens} tokens (context_length_exceeded).`,
    };
  };
};
