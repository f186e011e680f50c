import type { CallInfo, ChatUsage } from "@cenote/contracts";
import { chatCostMembers } from "../cost-json";

/** OpenAI's usage object with both costs, as JSON text. @param info Of the answer. */
export const usageJson = (usage: ChatUsage, info: CallInfo | undefined): string =>
  `{"prompt_tokens":${usage.promptTokens},"completion_tokens":${usage.completionTokens},"total_tokens":${usage.totalTokens}` +
  `,"prompt_tokens_details":{"cached_tokens":${usage.cachedTokens},"cache_write_tokens":${usage.cacheWriteTokens}}` +
  `,"completion_tokens_details":{"reasoning_tokens":${usage.reasoningTokens}},${chatCostMembers(usage, info)}}`;
