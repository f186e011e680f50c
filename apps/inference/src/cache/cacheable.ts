import type { CreateChatCompletionResponse } from "@cenote/contracts";

/**
 * Whether a chat answer is valid for every caller with the same request. An answer that ended at a limit is valid only if
 * the limit is the request's own. A budget, or the limit of a route, is not part of the request. Pure.
 */
export const isCacheable = (
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
