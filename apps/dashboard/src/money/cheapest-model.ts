import type { UsageUnit } from "../generated/operations";
import { addMoney, isLess } from "./add-money";

export interface PricedModel {
  readonly prices: readonly { readonly unit: UsageUnit; readonly mxn: string }[];
}

/**
 * The units that decide what a call costs. Prices of one unit can be compared, because all models give them for the same
 * quantity.
 */
const CHARGED_UNITS: readonly UsageUnit[] = ["INPUT_TOKEN", "OUTPUT_TOKEN", "IMAGE", "SECOND"];

/** The sum of the lowest price of each unit. */
const priceOf = ({ prices }: PricedModel): string =>
  addMoney(
    CHARGED_UNITS.map(
      (charged) =>
        prices
          .filter(({ unit }) => unit === charged)
          .map(({ mxn }) => mxn)
          .reduce((least, mxn) => (least === "" || isLess(mxn, least) ? mxn : least), "") || "0",
    ),
  );

/**
 * The first of the cheapest models: the default of a page, so that a first call is not an expensive one. Undefined
 * without models.
 */
export const cheapestModel = <Model extends PricedModel>(models: readonly Model[]): Model | undefined =>
  models.reduce<Model | undefined>(
    (cheapest, model) => (cheapest === undefined || isLess(priceOf(model), priceOf(cheapest)) ? model : cheapest),
    undefined,
  );
