import type { ModelCommon, ModelOf, ModelType, Price } from "@cenote/catalog";
import { parseDecimal } from "@cenote/core";

/** What else models of a type have. */
const OWN_FIELDS: { readonly [T in ModelType]: Omit<ModelOf<T>, keyof ModelCommon> } = {
  chat: {
    type: "chat",
    contextTokens: 128_000,
    maxOutputTokens: 16_384,
    typicalOutputTokens: 1_000,
    capabilities: new Set(),
    unsupported: "refuse",
  },
  embedding: { type: "embedding", contextTokens: 128_000, dimensions: 1_536 },
  image: { type: "image", sizes: [], edits: undefined },
  video: {
    type: "video",
    defaultDurationS: 5,
    maxDurationS: 10,
    durationsS: [],
    audio: undefined,
    firstFrame: undefined,
  },
};

/** A model with these prices, US dollars for one unit. */
export const testModel = <T extends ModelType>(
  id: string,
  type: T,
  prices: readonly (readonly [Price["unit"], string, string?])[],
): ModelOf<T> => {
  const common: ModelCommon = {
    id,
    created: 0,
    routes: [],
    prices: prices.map(([unit, usd, variant = ""]) => ({ unit, variant, usdEach: parseDecimal(usd) })),
  };
  return { ...common, ...OWN_FIELDS[type] } as unknown as ModelOf<T>;
};
