import type { PriceUnit } from "@cenote/catalog";
import { add, type Decimal, decimalOf, formatDecimal, invalidRequest, multiply, type NanoMxn, roundToNanoMxn } from "@cenote/core";
import type { ModelPrices } from "./price";

export interface UsageQuantity {
  readonly unit: PriceUnit;
  readonly quantity: bigint;
  readonly variant: string;
}

export interface CostOptions {
  readonly usage: readonly UsageQuantity[];
  readonly prices: ModelPrices;
  readonly mxnPerUsd: Decimal;
}

export interface Cost {
  /** Exact decimal, markup included. */
  readonly costUsd: string;
  /** `costUsd` times the rate, rounded once. */
  readonly costMxn: NanoMxn;
}

const ZERO = decimalOf(0n);

/**
 * What a usage costs. Σ(price × quantity) × markup is exact; the one rounding, half up to a nano-peso, is that of the
 * product with the rate. Errors: invalid_request_error, where the model has no price for a unit that was used.
 */
export const costOf = ({ usage, prices, mxnPerUsd }: CostOptions): Cost => {
  let sum = ZERO;
  for (const { unit, quantity, variant } of usage) {
    if (quantity === 0n) continue;
    const usdEach = prices.usdEach(unit, variant);
    if (usdEach === undefined) {
      throw invalidRequest("usage", `${prices.model} has no price for ${unit}${variant === "" ? "" : ` ${variant}`}.`);
    }
    sum = add(sum, multiply(usdEach, decimalOf(quantity)));
  }
  const usd = multiply(sum, prices.markup);
  return { costUsd: formatDecimal(usd), costMxn: roundToNanoMxn(multiply(usd, mxnPerUsd)) };
};
