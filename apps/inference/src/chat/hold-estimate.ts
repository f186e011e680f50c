import type { Model } from "@cenote/catalog";
import { MAX_OUTPUT_TOKENS } from "./covered-tokens";
import { type Decimal, add, decimalOf, isMore, multiply } from "@cenote/core";

/** What a chat is expected to take, for its hold. */
export interface HoldEstimate {
  /** The one whose price is held. */
  readonly model: Model;
  readonly promptTokens: number;
  readonly outputTokens: number;
  /** What it may make at most. */
  readonly mostOutputTokens: number;
}

const estimateOf = (model: Model, promptTokens: number, maxTokens: number | undefined): HoldEstimate => {
  const mostOutputTokens = Math.min(maxTokens ?? MAX_OUTPUT_TOKENS, model.maxOutputTokens ?? MAX_OUTPUT_TOKENS, MAX_OUTPUT_TOKENS);
  return { model, promptTokens, mostOutputTokens, outputTokens: maxTokens === undefined ? model.typicalOutputTokens : mostOutputTokens };
};

const priceOf = ({ prices }: Model, { promptTokens, outputTokens }: HoldEstimate): Decimal =>
  prices.reduce((sum, { unit, usdEach }) => {
    if (unit === "input_token") return add(sum, multiply(usdEach, decimalOf(BigInt(promptTokens))));
    if (unit === "output_token") return add(sum, multiply(usdEach, decimalOf(BigInt(outputTokens))));
    return sum;
  }, decimalOf(0n));

/**
 * The estimate that costs most among the models that may answer: were it that of the first, a burst of calls that name a cheap one
 * which fails could be let in on a balance for one, and be answered by a dear one.
 * @param models Not empty.
 */
export const estimateForHold = (models: readonly [Model, ...Model[]], promptTokens: number, maxTokens: number | undefined): HoldEstimate => {
  const [first, ...others] = models;
  let dearest = estimateOf(first, promptTokens, maxTokens);
  let most: Decimal | undefined;
  for (const model of others) {
    // Nearly always it is the first one again.
    if (model === dearest.model) continue;
    most ??= priceOf(first, dearest);
    const estimate = estimateOf(model, promptTokens, maxTokens);
    const price = priceOf(model, estimate);
    if (isMore(price, most)) [dearest, most] = [estimate, price];
  }
  return dearest;
};
