import type { Model, ModelType, Price } from "@cenote/catalog";
import { parseDecimal } from "@cenote/core";

/** A model with these prices, US dollars for one unit. */
export const testModel = (
  id: string,
  type: ModelType,
  prices: readonly (readonly [Price["unit"], string, string?])[],
): Model => ({
  id,
  type,
  created: 0,
  contextTokens: 128_000,
  maxOutputTokens: 16_384,
  typicalOutputTokens: 1_000,
  capabilities: new Set(),
  dimensions: undefined,
  defaultDurationS: undefined,
  maxDurationS: undefined,
  durationsS: [],
  audio: undefined,
  sizes: [],
  routes: [],
  unsupported: "refuse",
  prices: prices.map(([unit, usd, variant = ""]) => ({ unit, variant, usdEach: parseDecimal(usd) })),
});
