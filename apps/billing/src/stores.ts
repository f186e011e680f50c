import type { ClientTokenStore } from "./client-tokens/client-token-store";
import type { DemoStore } from "./demo/demo-store";
import type { KeyStore } from "./keys/key-store";
import type { LedgerStore } from "./ledger/store";
import type { OrganizationStore } from "./organizations/organization-store";
import type { FxStore } from "./pricing/fx-store";
import type { PriceStore } from "./pricing/price-store";
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
