import { quoteOf, readContext } from "@cenote/calls";
import type { QuoteChatCompletionRequest, QuoteChatCompletionResponse } from "@cenote/contracts";
import { estimateForHold } from "@cenote/pricing";
import { chatEstimateLines } from "../metering/usage-lines";
import type { CallScope } from "../call-scope";
import { readAskedChat } from "./asked-chat";
import { promptOfQuote } from "./held-prompt";
import { longestForm, usableRoutes } from "./usable-routes";

/**
 * The cost of a chat call that is not made. It makes the same checks as the call, except for limits and balance. The
 * maximum is the amount that a budget would have to cover. Errors: invalid_request_error, model_not_found,
 * provider_unavailable, overloaded.
 */
export const quoteChat = async (
  scope: CallScope,
  request: QuoteChatCompletionRequest,
): Promise<QuoteChatCompletionResponse> => {
  const asked = readAskedChat(scope, readContext(request.context, scope.ids), request.chat);
  const longest = longestForm(asked);
  const prompt = await promptOfQuote(scope, { ...asked, call: longest });
  const { candidates } = await usableRoutes(scope, asked, { longest, likely: prompt.likely });
  const { maxTokens } = asked.call;
  const first = candidates[0]?.model ?? asked.models[0];
  const usual = estimateForHold([first], prompt.expected, maxTokens, false);
  const answering = [first, ...candidates.map(({ model }) => model)] as const;
  const most = estimateForHold(answering, prompt.maximum, maxTokens ?? Infinity, true);
  const quote = await quoteOf(scope, {
    model: asked.models[0].id,
    expected: {
      model: usual.model.id,
      usage: chatEstimateLines(prompt.expected, usual.outputTokens),
      shown: { promptTokens: prompt.expected, completionTokens: usual.outputTokens },
    },
    maximum: {
      model: most.model.id,
      usage: chatEstimateLines(prompt.maximum, most.outputTokens),
      shown: { promptTokens: prompt.maximum, completionTokens: most.outputTokens },
    },
  });
  return { quote };
};
