import type { ClientTokenStore } from "./client-tokens/client-token-store";
import { createMemoryClientTokenStore } from "./client-tokens/memory-client-token-store";
import { createMemoryDemoStore, type DemoStore } from "./demo/demo-store";
import type { KeyStore } from "./keys/key-store";
import { createMemoryKeyStore } from "./keys/memory-key-store";
import { createMemoryLedgerStore } from "./ledger/memory-store";
import type { LedgerStore } from "./ledger/store";
import { createMemoryOrganizationStore } from "./organizations/memory-organization-store";
import type { OrganizationStore } from "./organizations/organization-store";
import { createMemoryFxStore, type FxStore } from "./pricing/fx-store";
import { createMemoryPriceStore, type PriceStore } from "./pricing/price-store";
import { createMemoryTopUpStore } from "./top-ups/memory-top-up-store";
import type { TopUpStore } from "./top-ups/top-up-store";

/** Where billing keeps what it owns. */
export interface BillingStores {
  readonly ledger: LedgerStore;
  readonly organizations: OrganizationStore;
  readonly keys: KeyStore;
  readonly clientTokens: ClientTokenStore;
  readonly topUps: TopUpStore;
  readonly fx: FxStore;
  readonly prices: PriceStore;
  readonly demo: DemoStore;
  /** Resolves when the database itself has answered, with its time in milliseconds since the epoch if it tells it. */
  ask(): Promise<number | undefined>;
  /** After everything that uses them. */
  close(): Promise<void>;
}

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
