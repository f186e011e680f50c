import { type Decimal, formatDecimal } from "@cenote/core";
import { createHash } from "node:crypto";
import type { Model } from "./types";

const HEX_DIGITS = 16;

/** Equal for equal markup and prices, however they are written and ordered. */
export const priceVersionOf = (markup: Decimal, models: Iterable<Model>): string => {
  const lines = [...models].flatMap(({ id, prices }) =>
    prices.map(({ unit, variant, usdEach }) => `${id} ${unit} ${variant} ${formatDecimal(usdEach)}`),
  );
  return createHash("sha256")
    .update([formatDecimal(markup), ...lines.sort()].join("\n"))
    .digest("hex")
    .slice(0, HEX_DIGITS);
};
