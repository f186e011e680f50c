import { floorDivide, subtract } from "@cenote/core";
import { MAX_OUTPUT_TOKENS } from "./output-tokens";
import type { PricedModel } from "./unit-price";
import { type TokenEstimate, usdToHold } from "./usd-to-hold";

/** What a hold covers: a prompt, and output tokens of one model. */
export interface CoveredTokens extends TokenEstimate {
  /** The model whose price is held. */
  readonly held: PricedModel;
  /** The call has a budget. */
  readonly isBudgeted: boolean;
}

/** Output tokens of the answering model that a hold for another model pays for; 0 if it does not cover the prompt. */
export const coveredTokens = (covered: CoveredTokens, model: PricedModel): number => {
  const { held, promptTokens, outputTokens, isBudgeted } = covered;
  if (model.id === held.id) return outputTokens;
  const rest = subtract(
    usdToHold(held, covered, isBudgeted),
    usdToHold(model, { promptTokens, outputTokens: 0 }, isBudgeted),
  );
  const each = usdToHold(model, { promptTokens: 0, outputTokens: 1 }, isBudgeted);
  if (rest.units <= 0n) return 0;
  if (each.units === 0n) return MAX_OUTPUT_TOKENS;
  const tokens = floorDivide(rest, each);
  return tokens > BigInt(MAX_OUTPUT_TOKENS) ? MAX_OUTPUT_TOKENS : Number(tokens);
};
