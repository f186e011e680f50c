import type { UsageUnit } from "../generated/operations";
import { addMoney } from "./add-money";

interface PricedModel {
  readonly prices: readonly { readonly unit: UsageUnit; readonly mxn: string }[];
}

/**
 * What calls are charged by; an answer's tokens are charged beside those of its prompt. Of one unit all models tell the
 * price for equally many.
 */
const CHARGED_UNITS: readonly UsageUnit[] = ["INPUT_TOKEN", "OUTPUT_TOKEN", "IMAGE", "SECOND"];

const isLess = (amount: string, other: string): boolean => addMoney([amount, `-${other}`]).startsWith("-");

/** One of each unit, at the least of its prices. */
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
 * The model a page begins with: of those that cost the least the first, so that nobody's first call is a dear one.
 * Undefined where there is none.
 */
export const cheapestModel = <Model extends PricedModel>(models: readonly Model[]): Model | undefined =>
  models.reduce<Model | undefined>(
    (cheapest, model) => (cheapest === undefined || isLess(priceOf(model), priceOf(cheapest)) ? model : cheapest),
    undefined,
  );
