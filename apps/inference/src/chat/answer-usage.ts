import type { ChatAnswer, ChatCall, ChatUsage, TokenCounter } from "@cenote/providers";

/** Usage of a whole answer: the provider's, or counted here where it told none. */
export const answerUsage = (answer: ChatAnswer, call: ChatCall, counter: TokenCounter): ChatUsage => {
  if (answer.usage !== undefined) return answer.usage;
  const made = [answer.text, answer.reasoning ?? "", answer.refusal ?? "", ...answer.toolCalls.map((tool) => tool.name + tool.arguments)];
  return {
    promptTokens: counter.countPrompt(call),
    completionTokens: counter.countText(made.join("")),
    cachedTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
};
