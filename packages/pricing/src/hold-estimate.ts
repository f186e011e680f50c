import type { ChatModel } from "@cenote/catalog";
import { type Decimal, isMore } from "@cenote/core";
import { MAX_OUTPUT_TOKENS } from "./output-tokens";
import { type TokenEstimate, usdToHold } from "./usd-to-hold";

/** The expected usage of a chat, for its hold. */
export interface HoldEstimate extends TokenEstimate {
  /** The model whose price is held. */
  readonly model: ChatModel;
  /** The maximum of the answer. */
  readonly mostOutputTokens: number;
}

const estimateOf = (model: ChatModel, promptTokens: number, maxTokens: number | undefined): HoldEstimate => {
  const mostOutputTokens = Math.min(
    maxTokens ?? MAX_OUTPUT_TOKENS,
    model.maxOutputTokens ?? MAX_OUTPUT_TOKENS,
    MAX_OUTPUT_TOKENS,
  );
  return {
    model,
    promptTokens,
    mostOutputTokens,
    outputTokens: maxTokens === undefined ? model.typicalOutputTokens : mostOutputTokens,
  };
};

/** The model with the cheapest prompt: the minimum cost of a call with a budget. @param models Not empty. */
export const cheapestPrompt = (models: readonly [ChatModel, ...ChatModel[]], promptTokens: number): ChatModel => {
  const usdOf = (model: ChatModel): Decimal => usdToHold(model, { promptTokens, outputTokens: 0 }, true);
  return models.reduce((cheapest, model) =>
    model !== cheapest && isMore(usdOf(cheapest), usdOf(model)) ? model : cheapest,
  );
};

/**
 * The most expensive estimate among the models that may answer. With the first model's estimate, a caller could name a
 * cheap model that fails, be admitted on a balance for one cheap call, and get a burst answered by an expensive model.
 * @param models Not empty.
 */
export const estimateForHold = (
  models: readonly [ChatModel, ...ChatModel[]],
  promptTokens: number,
  maxTokens: number | undefined,
  isBudgeted: boolean,
): HoldEstimate => {
  const [first, ...others] = models;
  let dearest = estimateOf(first, promptTokens, maxTokens);
  let most: Decimal | undefined;
  for (const model of others) {
    // The common case: a retry of the same model.
    if (model === dearest.model) continue;
    most ??= usdToHold(first, dearest, isBudgeted);
    const estimate = estimateOf(model, promptTokens, maxTokens);
    const usd = usdToHold(model, estimate, isBudgeted);
    if (isMore(usd, most)) [dearest, most] = [estimate, usd];
  }
  return dearest;
};
