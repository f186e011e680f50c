export { type Billing, type BillingOptions, createBilling } from "./compose";
export { createFetchRate } from "./http/fetch-rate";
export { openBillingStores } from "./mongo/connect-stores";
export type { FetchRate, RateRequest } from "./pricing/fx-source";
export { connectRedisLimits, type ConnectLimitsOptions } from "./redis/connect-limits";
export { readStripeSettings, type StripeSettings, stripeAccount } from "./stripe/stripe-account";
export { stripeCheckouts } from "./stripe/stripe-checkouts";
export type { BillingStores } from "./stores";
