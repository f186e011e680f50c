import type { NanoMxn } from "@cenote/core";
import { type CostOptions, pesosOf, type UsageQuantity } from "./cost";

/** No model generates more in one answer. */
export const MAX_OUTPUT_TOKENS = 10_000_000;

/**
 * Output tokens that an amount pays for, in addition to the other lines of the usage. A binary search.
 * @returns 0 to ten million; 0 also if the amount does not cover the other lines; undefined without output tokens.
 */
export const outputTokensFor = (amount: NanoMxn, { usage, prices, mxnPerUsd }: CostOptions): number | undefined => {
  if (withoutOutput(usage).length === usage.length) return undefined;
  const pays = (tokens: number) => pesosOf({ usage: withOutput(usage, tokens), prices, mxnPerUsd }) <= amount;
  if (pays(MAX_OUTPUT_TOKENS)) return MAX_OUTPUT_TOKENS;
  let [enough, tooMany] = [0, MAX_OUTPUT_TOKENS];
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2);
    if (pays(middle)) enough = middle;
    else tooMany = middle;
  }
  return enough;
};

/** The usage with its output tokens replaced by this number; unchanged if it has none. */
export const withOutput = (usage: readonly UsageQuantity[], tokens: number): readonly UsageQuantity[] => {
  const rest = withoutOutput(usage);
  return rest.length === usage.length
    ? usage
    : [...rest, { unit: "output_token", quantity: BigInt(tokens), variant: "" }];
};

const withoutOutput = (usage: readonly UsageQuantity[]): readonly UsageQuantity[] =>
  usage.filter(({ unit }) => unit !== "output_token");
