import type { ClientTokenStore } from "./client-tokens/client-token-store";
import type { DemoStore } from "./demo/demo-store";
import type { KeyStore } from "./keys/key-store";
import type { LedgerStore } from "./ledger/store";
import type { OrganizationStore } from "./organizations/organization-store";
import type { FxStore } from "./pricing/fx-store";
import type { PriceStore } from "./pricing/price-store";
import type { TopUpStore } from "./top-ups/top-up-store";

/** The stores of billing's data. */
export interface BillingStores {
  readonly ledger: LedgerStore;
  readonly organizations: OrganizationStore;
  readonly keys: KeyStore;
  readonly clientTokens: ClientTokenStore;
  readonly topUps: TopUpStore;
  readonly fx: FxStore;
  readonly prices: PriceStore;
  readonly demo: DemoStore;
  /** Resolves when the database has answered, with its time in milliseconds since the epoch if the answer has one. */
  ask(): Promise<number | undefined>;
  /** To be called after everything that uses the stores is closed. */
  close(): Promise<void>;
}
