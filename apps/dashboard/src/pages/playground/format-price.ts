import type { ChatModelsQuery } from "../../generated/operations";
import { formatMoney } from "../../money/format-money";

type Price = NonNullable<ChatModelsQuery["models"]>[number]["prices"][number];

const MILLION = 1_000_000;

/** `MXN 42.00 in, MXN 210.00 out, for a million tokens`; undefined without token prices. */
export const formatPrice = (prices: readonly Price[], locale?: string): string | undefined => {
  const perMillion = (chargedUnit: Price["unit"]) => {
    const price = prices.find(({ unit, variant, per }) => unit === chargedUnit && variant === null && per === MILLION);
    return price === undefined ? undefined : formatMoney(price.mxn, "MXN", locale);
  };
  const [input, output] = [perMillion("INPUT_TOKEN"), perMillion("OUTPUT_TOKEN")];
  return input === undefined || output === undefined ? undefined : `${input} in, ${output} out, for a million tokens`;
};
