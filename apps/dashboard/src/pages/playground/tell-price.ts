import type { ChatModelsQuery } from "../../generated/operations";
import { formatMoney } from "../../money/format-money";

type Price = ChatModelsQuery["models"][number]["prices"][number];

const MILLION = 1_000_000;

/** `MXN 42.00 in, MXN 210.00 out, for a million tokens`; undefined where the model is not priced so. */
export const tellPrice = (prices: readonly Price[], locale?: string): string | undefined => {
  const tell = (sought: Price["unit"]) => {
    const price = prices.find(({ unit, variant, per }) => unit === sought && variant === null && per === MILLION);
    return price === undefined
      ? undefined
      : formatMoney(price.mxn, { currency: "MXN", ...(locale === undefined ? {} : { locale }) });
  };
  const [input, output] = [tell("INPUT_TOKEN"), tell("OUTPUT_TOKEN")];
  return input === undefined || output === undefined ? undefined : `${input} in, ${output} out, for a million tokens`;
};
