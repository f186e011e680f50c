import type { Model, PriceUnit } from "@cenote/catalog";
import { type Decimal, defaultImageQuality } from "@cenote/core";

/** What pricing needs of a model. */
export type PricedModel = Pick<Model, "id" | "prices">;

const INPUT_PRICED: ReadonlySet<PriceUnit> = new Set<PriceUnit>(["cached_input_token", "cache_write_token"]);

/**
 * US dollars for one unit, before markup. In this order: the price of the variant; the price without a variant; for an
 * image size, the price of its default quality, because older versions of media send the size alone. Tokens read from or
 * written to a cache fall back to the input price. Undefined if the model has no price for the unit.
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
  return plain ?? (variant === "" ? undefined : usualPrice(prices, unit, variant));
};

/** The default quality's price of a size whose price depends on the quality. */
const usualPrice = (prices: Model["prices"], unit: PriceUnit, size: string): Decimal | undefined => {
  const rows = prices.filter((price) => price.unit === unit && price.variant.startsWith(`${size}/`));
  const usual = defaultImageQuality(rows.map(({ variant }) => variant.slice(size.length + 1)));
  return rows.find(({ variant }) => variant === `${size}/${usual}`)?.usdEach;
};
