export { type Cost, type CostOptions, costOf, hasPrices, pesosOf, type UsageQuantity } from "./cost";
export { coveredTokens } from "./covered-tokens";
export { cheapestPrompt, estimateForHold } from "./hold-estimate";
export { outputTokensFor, withOutput } from "./output-tokens";
export { createModelPrices, createPriceBook, type ModelPrices, type PriceBook } from "./price-book";
export { unitPrice } from "./unit-price";
export { usageToHold } from "./usage-to-hold";
