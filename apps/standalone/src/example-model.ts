import { type Catalog, isUsable, type Model } from "@cenote/catalog";
import { type Decimal, add, decimalOf, isMore } from "@cenote/core";

const CHARGED_UNITS: ReadonlySet<string> = new Set(["input_token", "output_token"]);

/** The price of one prompt token and one completion token. */
const priceOf = ({ prices }: Model): Decimal =>
  prices.filter(({ unit }) => CHARGED_UNITS.has(unit)).reduce((sum, { usdEach }) => add(sum, usdEach), decimalOf(0n));

/** The chat model of the first start's example call: the first of the cheapest models that can be called now. */
export const exampleModel = (catalog: Pick<Catalog, "models" | "providers">, simulated: boolean): string | undefined =>
  [...catalog.models.values()]
    .filter(({ type, routes }) => type === "chat" && routes.some((route) => simulated || isUsable(catalog, route)))
    .reduce<Model | undefined>(
      (cheapest, model) => (cheapest === undefined || isMore(priceOf(cheapest), priceOf(model)) ? model : cheapest),
      undefined,
    )?.id;
