import type { ProviderClient } from "@cenote/providers";
import type { Candidate } from "@cenote/routing";
import { restName } from "./capabilities";
import type { ChatFit } from "./fit-routes";

export interface OutputLimitOptions {
  readonly fitOf: (candidate: Candidate) => ChatFit;
  /** Tokens, 1 or more. */
  readonly outputLimit: number;
  readonly clientOf: (candidate: Candidate) => Pick<ProviderClient, "unsupported">;
}

/**
 * Asks each route for no more than may be spent: what a model thinks unseen no watch over its words would notice. A route that takes
 * no `max_tokens` gets none.
 */
export const withOutputLimit = ({ fitOf, outputLimit, clientOf }: OutputLimitOptions) => (candidate: Candidate): ChatFit => {
  const fit = fitOf(candidate);
  const most = fit.call.maxTokens ?? candidate.model.maxOutputTokens;
  if (most !== undefined && most <= outputLimit) return fit;
  const call = { ...fit.call, maxTokens: outputLimit };
  const takesNone = fit.droppedFields.includes(restName("maxTokens"))
    || candidate.targets.some(({ target }) => clientOf(candidate).unsupported(call, target).includes("maxTokens"));
  return takesNone ? fit : { ...fit, call };
};
