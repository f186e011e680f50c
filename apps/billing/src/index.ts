export { type Billing, type BillingOptions, createBilling } from "./compose";
export { type DemoKey, DEMO_NAME, ensureDemo, type EnsureDemoOptions } from "./demo/ensure-demo";
export { createFetchRate } from "./http/fetch-rate";
export { connectMongoStores, createMongoStores, type ConnectStoresOptions } from "./mongo/connect-stores";
export type { FetchRate, RateRequest } from "./pricing/fx-source";
export { connectRedisLimits, type ConnectLimitsOptions } from "./redis/connect-limits";
export { type BillingStores, createMemoryStores } from "./stores";
