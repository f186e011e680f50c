import type { CreateChatCompletionResponse } from "@cenote/contracts";

/**
 * Whether a chat answer answers its question for everybody who asks it. One that ended at a limit does if the limit is
 * the question's own: a budget, or a model that may say less over another route, is not part of the question. Pure.
 */
export const isWorthKeeping = (
  { finishReason, message, usage }: Pick<CreateChatCompletionResponse, "finishReason" | "message" | "usage">,
  maxTokens: number | undefined,
): boolean => {
  if (message === undefined || usage === undefined) return false;
  if (message.content.length === 0 && message.toolCalls.length === 0 && message.refusal === "") return false;
  switch (finishReason) {
    case "stop":
    case "tool_calls":
      return true;
    case "length":
      return maxTokens !== undefined && usage.completionTokens >= maxTokens;
    default:
      return false;
  }
};
