import { chatUsage } from "../answers/chat-usage";
import { countOf, type Fields, fieldsOf } from "../json-fields";
import type { ChatUsage } from "../spec";
import type { Quirks } from "./quirks";
import type { WireAnswer } from "./wire-types";

/** The first count above 0. Some providers send the same count in two fields, one of them 0. */
const firstCount = (...values: readonly unknown[]): number => values.map(countOf).find((count) => count > 0) ?? 0;

const completionTokensOf = (usage: Fields, reasoningTokens: number, quirks: Quirks): number => {
  const promptTokens = countOf(usage["prompt_tokens"]);
  const completionTokens = countOf(usage["completion_tokens"]);
  const totalTokens = countOf(usage["total_tokens"]);
  switch (quirks.reasoningTokens) {
    case "included":
      return completionTokens;
    case "separate":
      return completionTokens + reasoningTokens;
    case "from_total":
      return Math.max(completionTokens, totalTokens - promptTokens);
    case "auto":
      return totalTokens === promptTokens + completionTokens + reasoningTokens
        ? completionTokens + reasoningTokens
        : Math.max(completionTokens, reasoningTokens);
  }
};

/**
 * Token counts as the system defines them. @returns Undefined if there are none: absent, null, or all 0, which some
 * providers send at first.
 */
export const toUsage = (wire: unknown, quirks: Quirks): ChatUsage | undefined => {
  const usage = fieldsOf(wire);
  const prompt = fieldsOf(usage["prompt_tokens_details"] ?? usage["prompt_token_details"]);
  const completion = fieldsOf(usage["completion_tokens_details"]);
  const reasoningTokens = firstCount(completion["reasoning_tokens"], usage["reasoning_tokens"]);
  return chatUsage({
    promptTokens: countOf(usage["prompt_tokens"]),
    completionTokens: completionTokensOf(usage, reasoningTokens, quirks),
    cachedTokens: firstCount(
      prompt["cached_tokens"],
      usage["prompt_cache_hit_tokens"],
      usage["num_cached_tokens"],
      usage["cached_tokens"],
    ),
    cacheWriteTokens: firstCount(prompt["cache_write_tokens"], usage["cache_creation_input_tokens"]),
    reasoningTokens,
  });
};

/** The usage, from whichever field this provider uses. */
export const usageOf = (answer: WireAnswer, quirks: Quirks): ChatUsage | undefined => {
  const wire = answer.usage ?? answer.x_groq?.usage ?? answer.choices?.[0]?.usage;
  return wire === undefined || wire === null ? undefined : toUsage(wire, quirks);
};
