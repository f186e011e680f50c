export { CatalogError, type CatalogMistake } from "./catalog-error";
export { type CatalogSourceOptions, createCatalogSource } from "./catalog-source";
export { type LackingProvider, lackingProviders } from "./lacking-providers";
export { type LoadCatalogOptions, loadCatalog } from "./load-catalog";
export { PROVIDER_KINDS } from "./provider-kinds";
export { schemaFileText } from "./schema";
export { liveProviders, withSimulator } from "./simulate";
export { simulatedSource } from "./simulated-source";
export type * from "./types";
