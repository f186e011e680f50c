import type { ChatModel } from "@cenote/catalog";
import { gapsOfProvider, restName } from "./capabilities";
import { type AdaptedCall, type AdaptOptions, type AdaptedRoutes, without } from "./adapt-routes";

/**
 * The routes of a call with a spending limit. The `max_tokens` of each is at most what the limit pays for at its own
 * model's price, which also bounds hidden reasoning. A model whose prompt alone costs more is excluded. A route that does
 * not support `max_tokens` gets none. Fields that need more tokens are dropped and reported to the caller.
 * @param coveredTokens Number of output tokens of the answering model that the limit pays for.
 */
export const withinBudget = (
  { candidates, rankOf, adaptedCallOf, unsupported }: AdaptedRoutes & Pick<AdaptOptions, "unsupported">,
  coveredTokens: (answering: ChatModel) => number,
): AdaptedRoutes => ({
  candidates: candidates.filter(({ model }) => coveredTokens(model) > 0),
  rankOf,
  adaptedCallOf(candidate): AdaptedCall {
    const adapted = adaptedCallOf(candidate);
    const { model } = candidate;
    const limit = coveredTokens(model);
    const most = adapted.call.maxTokens ?? model.maxOutputTokens;
    if (most !== undefined && most <= limit) return adapted;
    const call = { ...adapted.call, maxTokens: limit };
    const gaps = gapsOfProvider(unsupported(candidate, call), model);
    const takesNone =
      adapted.droppedFields.includes(restName("maxTokens")) || gaps.some(({ fields }) => fields.includes("maxTokens"));
    return takesNone ? adapted : without(call, gaps, adapted.droppedFields);
  },
});
