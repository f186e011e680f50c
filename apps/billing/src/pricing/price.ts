import type { Catalog, Model, ModelType, Price, PriceUnit } from "@cenote/catalog";
import { type Decimal, formatDecimal } from "@cenote/core";

/** What one model's usage is asked for, by one price list. */
export interface ModelPrices {
  readonly model: string;
  /** Of the list; stored with every charge. */
  readonly version: string;
  /** Factor on every price. */
  readonly markup: Decimal;
  readonly markupText: string;
  /** Before markup. */
  readonly lines: readonly Price[];
  /**
   * US dollars for one unit, before markup. A table of variants is asked for the variant, then for its one price without a variant;
   * tokens read from or written to a cache cost what input costs where they have no price of their own.
   * Undefined where the model has no price for it.
   */
  usdEach(unit: PriceUnit, variant: string): Decimal | undefined;
}

/** Units without a price would be given away: such a model is refused before it can be called. */
const REQUIRED_UNITS: Record<ModelType, readonly PriceUnit[]> = {
  chat: ["input_token", "output_token"],
  embedding: ["input_token"],
  image: ["image"],
  video: ["second"],
};

const INPUT_PRICED: ReadonlySet<PriceUnit> = new Set<PriceUnit>(["cached_input_token", "cache_write_token"]);

export const createModelPrices = ({ model, version, markup, lines }: Pick<ModelPrices, "model" | "version" | "markup" | "lines">): ModelPrices => {
  const byUnit = new Map<PriceUnit, Map<string, Decimal>>();
  for (const { unit, variant, usdEach } of lines) {
    const table = byUnit.get(unit) ?? new Map<string, Decimal>();
    byUnit.set(unit, table.set(variant, usdEach));
  }
  const priceOf = (unit: PriceUnit, variant: string): Decimal | undefined => {
    const table = byUnit.get(unit);
    return table?.get(variant) ?? table?.get("");
  };
  return {
    model, version, markup, lines,
    markupText: formatDecimal(markup),
    usdEach: (unit, variant) => priceOf(unit, variant) ?? (INPUT_PRICED.has(unit) ? priceOf("input_token", variant) : undefined),
  };
};

/** Prices by model id. */
export type PriceBook = ReadonlyMap<string, ModelPrices>;

/** Errors: an Error that names every model with a missing or negative price. */
export const createPriceBook = (catalog: Catalog): PriceBook => {
  const models = [...catalog.models.values()];
  const faults = models.flatMap(priceFaults);
  if (faults.length > 0) throw new Error(`prices can't be used: ${faults.join("; ")}`);
  const { priceVersion: version, markup } = catalog;
  return new Map(models.map(({ id, prices }) => [id, createModelPrices({ model: id, version, markup, lines: prices })]));
};

const priceFaults = ({ id, type, prices }: Model): string[] => [
  ...REQUIRED_UNITS[type].filter((unit) => !prices.some((price) => price.unit === unit)).map((unit) => `${id} has no price for ${unit}`),
  ...prices.filter(({ usdEach }) => usdEach.units < 0n).map(({ unit }) => `${id} has a negative price for ${unit}`),
];
