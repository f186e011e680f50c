import type { ImageTokens, Model } from "@cenote/catalog";
import type { CallContext } from "@cenote/contracts";
import { cheapestPrompt } from "@cenote/pricing";
import type { ChatCall } from "@cenote/providers";
import type { Candidate } from "@cenote/routing";
import { type CountedTokens, countForBudget } from "../billing/held-tokens";
import { isBudgetEnough } from "../billing/paid-call";
import { inputTokenLines } from "../billing/usage-lines";
import type { CallScope } from "../call-scope";
import { opaqueTexts } from "./opaque-texts";
import { hasFiles, mostOfEstimate, wholeWindow } from "./prompt-with-files";

export interface AskedChat {
  readonly call: ChatCall;
  /** The first one asked for, and its fallbacks. */
  readonly models: readonly [Model, ...Model[]];
  readonly candidates: readonly Candidate[];
  readonly imageTokens: ImageTokens | undefined;
}

/** Tokens of a prompt that the balance pays for, from its lengths. */
export const promptOfBalance = (
  { counter }: Pick<CallScope, "counter">,
  { call, candidates, imageTokens }: AskedChat,
): CountedTokens => {
  const estimated = counter.estimatePrompt(call, imageTokens);
  return hasFiles(call)
    ? { likely: Infinity, held: mostOfEstimate(candidates, estimated) }
    : { likely: estimated, held: estimated };
};

/**
 * Tokens of a prompt that a budget pays for, which may not be exceeded. Errors: invalid_request_error, for a file in a
 * prompt to a model whose context is not known.
 */
export const promptOfBudget = async (
  scope: CallScope,
  context: CallContext,
  { call, models, candidates, imageTokens }: AskedChat,
): Promise<CountedTokens> =>
  hasFiles(call)
    ? { likely: Infinity, held: wholeWindow(call, candidates) }
    : await countForBudget(scope.counter.estimatePrompt(call, imageTokens), {
        count: async () =>
          (await scope.counter.countPromptInTurns(call, imageTokens)) +
          (await scope.counter.countTextsInTurns(opaqueTexts(call))),
        isCovered: (tokens) =>
          isBudgetEnough(scope, {
            context,
            model: cheapestPrompt(models, tokens).id,
            estimate: inputTokenLines(tokens),
          }),
      });
