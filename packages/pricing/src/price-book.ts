import type { Catalog, Model, ModelType, PriceUnit } from "@cenote/catalog";
import { type Decimal, formatDecimal } from "@cenote/core";
import type { PricedModel } from "./unit-price";

/** The prices of one model in one price list. */
export interface ModelPrices extends PricedModel {
  /** Version of the price list; stored with every charge. */
  readonly version: string;
  /** Factor on every price. */
  readonly markup: Decimal;
  readonly markupText: string;
}

/** A unit without a price would be free, so a model that lacks one is rejected at load. */
const REQUIRED_UNITS: Record<ModelType, readonly PriceUnit[]> = {
  chat: ["input_token", "output_token"],
  embedding: ["input_token"],
  image: ["image"],
  video: ["second"],
};

const requiredUnits = (model: Model): readonly PriceUnit[] =>
  model.type === "image" && model.edits !== undefined
    ? [...REQUIRED_UNITS.image, "input_image"]
    : REQUIRED_UNITS[model.type];

export const createModelPrices = ({ id, prices, version, markup }: Omit<ModelPrices, "markupText">): ModelPrices => ({
  id,
  prices,
  version,
  markup,
  markupText: formatDecimal(markup),
});

/** Prices by model id. */
export type PriceBook = ReadonlyMap<string, ModelPrices>;

/** Errors: an Error that names every model with a missing or negative price. */
export const createPriceBook = ({
  priceVersion,
  markup,
  models,
}: Pick<Catalog, "priceVersion" | "markup" | "models">): PriceBook => {
  const priced = [...models.values()];
  const faults = priced.flatMap(priceFaults);
  if (faults.length > 0) throw new Error(`prices can't be used: ${faults.join("; ")}`);
  return new Map(
    priced.map(({ id, prices }) => [id, createModelPrices({ id, prices, version: priceVersion, markup })]),
  );
};

const priceFaults = (model: Model): string[] => {
  const { id, prices } = model;
  return [
    ...requiredUnits(model)
      .filter((unit) => !prices.some((price) => price.unit === unit))
      .map((unit) => `${id} has no price for ${unit}`),
    ...prices.filter(({ usdEach }) => usdEach.units < 0n).map(({ unit }) => `${id} has a negative price for ${unit}`),
  ];
};
