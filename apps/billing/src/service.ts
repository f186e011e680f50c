import type { TopUpTerms } from "@cenote/catalog";
import type { BillingService } from "@cenote/contracts";
import type { Clock, Ids } from "@cenote/core";
import type { BalanceAlerts } from "./alerts/balance-alerts";
import type { Admission } from "./admission/admission";
import type { ClientTokens } from "./client-tokens/client-tokens";
import type { Keys } from "./keys/keys";
import type { Ledger } from "./ledger/ledger";
import type { LimitNumbers } from "./limits/limits-in-force";
import type { Organizations } from "./organizations/organizations";
import type { Fx } from "./pricing/fx";
import type { Prices } from "./pricing/prices";
import { createCallMethods } from "./service/call-methods";
import { createClientTokenMethods } from "./service/client-token-methods";
import { createKeyMethods } from "./service/key-methods";
import { createLedgerMethods } from "./service/ledger-methods";
import { createOrganizationMethods } from "./service/organization-methods";
import { createPriceMethods } from "./service/price-methods";
import { createTopUpMethods } from "./service/top-up-methods";
import type { TopUps } from "./top-ups/top-ups";

export interface BillingDomain {
  readonly admission: Admission;
  readonly keys: Keys;
  readonly clientTokens: ClientTokens;
  readonly organizations: Organizations;
  readonly configuredLimits: () => LimitNumbers;
  readonly budgetUtcOffsetMs: () => number;
  readonly ledger: Ledger;
  readonly prices: Prices;
  readonly fx: Fx;
  /** Undefined where no payment processor is set up. */
  readonly topUps: TopUps | undefined;
  readonly topUpTerms: () => TopUpTerms;
  readonly alerts: Pick<BalanceAlerts, "onSet">;
  readonly callbackOrigins: readonly string[];
  readonly clock: Clock;
  readonly ids: Ids;
  /** Fires when calls that only wait for news are to end. */
  readonly ending: AbortSignal;
}

/** The generated interface over the domain. Requests are checked before anything happens. */
export const createBillingService = (domain: BillingDomain): BillingService => ({
  ...createCallMethods(domain),
  ...createOrganizationMethods(domain),
  ...createKeyMethods(domain),
  ...createClientTokenMethods(domain),
  ...createLedgerMethods(domain),
  ...createTopUpMethods(domain),
  ...createPriceMethods(domain),
});
