import type { ChatUsage } from "@cenote/contracts";
import { costMembers } from "../cost-json";

/** OpenAI's usage object with both costs, as JSON text. */
export const usageJson = (usage: ChatUsage): string =>
  `{"prompt_tokens":${usage.promptTokens},"completion_tokens":${usage.completionTokens},"total_tokens":${usage.totalTokens}` +
  `,"prompt_tokens_details":{"cached_tokens":${usage.cachedTokens},"cache_write_tokens":${usage.cacheWriteTokens}}` +
  `,"completion_tokens_details":{"reasoning_tokens":${usage.reasoningTokens}},${costMembers(usage.costUsd, usage.costNanoMxn)}}`;
