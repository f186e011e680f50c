import type { ChatModel } from "@cenote/catalog";
import { lacksOfProvider, restName } from "./capabilities";
import { type ChatFit, type FitOptions, type FittingRoutes, without } from "./fit-routes";

/**
 * The routes of a call with a spending limit. Each is asked for at most the tokens that the limit pays for at its own
 * model's price, which also limits unseen reasoning. A model whose prompt alone costs more is excluded. A route without
 * `max_tokens` gets none. Fields for which so few tokens leave no room are left out, and the caller is told.
 * @param coveredTokens Output tokens of the model that answers that the call may make.
 */
export const withinBudget = (
  { candidates, rankOf, fitOf, unsupported }: FittingRoutes & Pick<FitOptions, "unsupported">,
  coveredTokens: (answering: ChatModel) => number,
): FittingRoutes => ({
  candidates: candidates.filter(({ model }) => coveredTokens(model) > 0),
  rankOf,
  fitOf(candidate): ChatFit {
    const fit = fitOf(candidate);
    const { model } = candidate;
    const limit = coveredTokens(model);
    const most = fit.call.maxTokens ?? model.maxOutputTokens;
    if (most !== undefined && most <= limit) return fit;
    const call = { ...fit.call, maxTokens: limit };
    const lacks = lacksOfProvider(unsupported(candidate, call), model);
    const takesNone =
      fit.droppedFields.includes(restName("maxTokens")) || lacks.some(({ fields }) => fields.includes("maxTokens"));
    return takesNone ? fit : without(call, lacks, fit.droppedFields);
  },
});
