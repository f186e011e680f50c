import type { Model } from "@cenote/catalog";
import type { ProviderClient } from "@cenote/providers";
import type { Candidate } from "@cenote/routing";
import { restName } from "./capabilities";
import type { ChatFit, FittingRoutes } from "./fit-routes";

/**
 * The routes of a call that may spend so much and no more, each asked for no more tokens than that pays for by its own model's price: what a
 * model thinks unseen is bounded too then. A model whose prompt alone costs more is no choice; a route that takes no `max_tokens` gets none.
 */
export const withinBudget = (
  { candidates, fitOf, coveredTokens }: FittingRoutes & { readonly coveredTokens: (answering: Model) => number },
  clientOf: (candidate: Candidate) => Pick<ProviderClient, "unsupported">,
): FittingRoutes => ({
  candidates: candidates.filter(({ model }) => coveredTokens(model) > 0),
  fitOf(candidate): ChatFit {
    const fit = fitOf(candidate);
    const limit = coveredTokens(candidate.model);
    const most = fit.call.maxTokens ?? candidate.model.maxOutputTokens;
    if (most !== undefined && most <= limit) return fit;
    const call = { ...fit.call, maxTokens: limit };
    const takesNone = fit.droppedFields.includes(restName("maxTokens"))
      || candidate.targets.some(({ target }) => clientOf(candidate).unsupported(call, target).includes("maxTokens"));
    return takesNone ? fit : { ...fit, call };
  },
});
