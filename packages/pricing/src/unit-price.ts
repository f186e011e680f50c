import type { Model, PriceUnit } from "@cenote/catalog";
import type { Decimal } from "@cenote/core";

/** A model as far as its usage is priced. */
export type PricedModel = Pick<Model, "id" | "prices">;

const INPUT_PRICED: ReadonlySet<PriceUnit> = new Set<PriceUnit>(["cached_input_token", "cache_write_token"]);

/**
 * US dollars for one unit, before markup. A table of variants is asked for the variant, then for its one price without a variant;
 * tokens read from or written to a cache cost what input costs where they have no price of their own.
 * Undefined where the model has no price for it.
 */
export const unitPrice = ({ prices }: PricedModel, unit: PriceUnit, variant: string): Decimal | undefined =>
  ownPrice(prices, unit, variant) ?? (INPUT_PRICED.has(unit) ? ownPrice(prices, "input_token", variant) : undefined);

const ownPrice = (prices: Model["prices"], unit: PriceUnit, variant: string): Decimal | undefined => {
  let plain: Decimal | undefined;
  for (const price of prices) {
    if (price.unit !== unit) continue;
    if (price.variant === variant) return price.usdEach;
    if (price.variant === "") plain = price.usdEach;
  }
  return plain;
};
