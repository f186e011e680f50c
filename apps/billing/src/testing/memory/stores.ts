import type { BillingStores } from "../../stores";
import { createMemoryClientTokenStore } from "./client-token-store";
import { createMemoryDemoStore } from "./demo-store";
import { createMemoryFxStore } from "./fx-store";
import { createMemoryKeyStore } from "./key-store";
import { createMemoryLedgerStore } from "./ledger-store";
import { createMemoryOrganizationStore } from "./organization-store";
import { createMemoryPriceStore } from "./price-store";
import { createMemoryTopUpStore } from "./top-up-store";

/** Stores that live as long as the process: for tests and trials. */
export const createMemoryStores = (): BillingStores => ({
  ledger: createMemoryLedgerStore(),
  organizations: createMemoryOrganizationStore(),
  keys: createMemoryKeyStore(),
  clientTokens: createMemoryClientTokenStore(),
  topUps: createMemoryTopUpStore(),
  fx: createMemoryFxStore(),
  prices: createMemoryPriceStore(),
  demo: createMemoryDemoStore(),
  ask: async () => undefined,
  close: async () => {},
});
