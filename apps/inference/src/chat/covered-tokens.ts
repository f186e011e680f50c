import type { Model } from "@cenote/catalog";
import { add, type Decimal, decimalOf, isMore, multiply } from "@cenote/core";

/** No model makes more in one answer. */
export const MAX_OUTPUT_TOKENS = 10_000_000;

export interface CoveredTokens {
  /** The one whose price is held. */
  readonly held: Model;
  readonly promptTokens: number;
  /** Output tokens of that model that the hold covers. */
  readonly outputTokens: number;
}

const ZERO = decimalOf(0n);

const priceOf = ({ prices }: Model, unit: string): Decimal => prices.find((price) => price.unit === unit && price.variant === "")?.usdEach ?? ZERO;

/** A prompt may be written to a provider's cache, which some price higher than to read it. */
const promptPriceOf = (model: Model): Decimal => {
  const [read, written] = [priceOf(model, "input_token"), priceOf(model, "cache_write_token")];
  return isMore(written, read) ? written : read;
};

const times = (price: Decimal, tokens: number): Decimal => multiply(price, decimalOf(BigInt(tokens)));

/** How many output tokens of the model that answers what is held for one model covers: 0 where it does not cover the prompt. */
export const coveredTokens = ({ held, promptTokens, outputTokens }: CoveredTokens, model: Model): number => {
  if (model.id === held.id) return outputTokens;
  const money = add(times(promptPriceOf(held), promptTokens), times(priceOf(held, "output_token"), outputTokens));
  const prompt = times(promptPriceOf(model), promptTokens);
  const rest = add(money, { ...prompt, units: -prompt.units });
  const each = priceOf(model, "output_token");
  if (rest.units <= 0n) return 0;
  if (each.units === 0n) return MAX_OUTPUT_TOKENS;
  const tokens = (rest.units * 10n ** BigInt(each.scale)) / (each.units * 10n ** BigInt(rest.scale));
  return tokens > BigInt(MAX_OUTPUT_TOKENS) ? MAX_OUTPUT_TOKENS : Number(tokens);
};
