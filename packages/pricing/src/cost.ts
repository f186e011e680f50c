import type { PriceUnit } from "@cenote/catalog";
import {
  add,
  type Decimal,
  decimalOf,
  formatDecimal,
  invalidRequest,
  multiply,
  type NanoMxn,
  roundToNanoMxn,
} from "@cenote/core";
import type { ModelPrices } from "./price-book";
import { type PricedModel, unitPrice } from "./unit-price";

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
 * The cost of a usage. In dollars, Σ(price × quantity) × markup, it is exact. In pesos it is rounded once, half up to a
 * nano-peso. Errors: invalid_request_error if the model has no price for a unit of the usage.
 */
export const costOf = ({ usage, prices, mxnPerUsd }: CostOptions): Cost => {
  const usd = markedUp(usage, prices);
  return { costUsd: formatDecimal(usd), costMxn: roundToNanoMxn(multiply(usd, mxnPerUsd)) };
};

/** `costOf` in pesos only, for holds. */
export const pesosOf = ({ usage, prices, mxnPerUsd }: CostOptions): NanoMxn =>
  roundToNanoMxn(multiply(markedUp(usage, prices), mxnPerUsd));

/** Whether the model has a price for every unit of the usage. */
export const hasPrices = (usage: readonly UsageQuantity[], model: PricedModel): boolean =>
  usage.every(({ unit, quantity, variant }) => quantity === 0n || unitPrice(model, unit, variant) !== undefined);

const markedUp = (usage: readonly UsageQuantity[], prices: ModelPrices): Decimal =>
  multiply(usdOf(usage, prices), prices.markup);

/** Σ(price × quantity), in dollars before markup. Errors: those of costOf. */
export const usdOf = (usage: readonly UsageQuantity[], model: PricedModel): Decimal => {
  let sum = ZERO;
  for (const { unit, quantity, variant } of usage) {
    if (quantity === 0n) continue;
    const usdEach = unitPrice(model, unit, variant);
    if (usdEach === undefined) {
      throw invalidRequest("usage", `${model.id} has no price for ${unit}${variant === "" ? "" : ` ${variant}`}.`);
    }
    const usd = decimalOf(usdEach.units * quantity, usdEach.scale);
    sum = sum === ZERO ? usd : add(sum, usd);
  }
  return sum;
};
