import type { Model } from "@cenote/catalog";
import { invalidRequest } from "@cenote/core";
import type { ChatCall, TokenCounter } from "@cenote/providers";

/**
 * Refuses a prompt that is longer than the model takes: the provider would refuse it too, or charge a price the catalog
 * does not know. Counted exactly only where the cheap estimate is above the limit. Errors: invalid_request_error.
 */
export const checkContextLimit = (call: ChatCall, model: Model, counter: TokenCounter): void => {
  const { contextTokens } = model;
  if (contextTokens === undefined || counter.estimatePrompt(call) <= contextTokens) return;
  const promptTokens = counter.countPrompt(call);
  if (promptTokens > contextTokens) {
    throw invalidRequest("messages", `messages: about ${promptTokens} tokens, and ${model.id} takes at most ${contextTokens}.`);
  }
};
