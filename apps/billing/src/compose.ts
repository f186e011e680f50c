import { createCallbackSender, withDeliveryCounts } from "@cenote/callbacks";
import type { CatalogSource } from "@cenote/catalog";
import type { BillingService } from "@cenote/contracts";
import { type Clock, type Ids, type Log, type Tracing, retryUntilAnswered, within } from "@cenote/core";
import { createHttp } from "@cenote/providers";
import { createMetrics, type Metrics } from "@cenote/runtime";
import { createBalanceAlerts } from "./alerts/balance-alerts";
import { withCheckoutCounts } from "./checkout-metrics";
import { showRate } from "./fx-metrics";
import { createAdmission } from "./admission/create-admission";
import { createClientTokens } from "./client-tokens/client-tokens";
import { createKeys } from "./keys/keys";
import { showWaitingCommands, withCommitTimes } from "./ledger-metrics";
import { createLedger } from "./ledger/create-ledger";
import { createFailoverCallLimits } from "./limits/failover-call-limits";
import { limitedCallOf, tokensOf } from "./limits/limited-call";
import { createLimitsOfCaller } from "./limits/limits-of-caller";
import { createMemoryCallLimits } from "./limits/memory-call-limits";
import type { SharedCallLimits } from "./limits/shared-call-limits";
import { showSharing } from "./limits-metrics";
import { createLowBalanceAlarm } from "./low-balance";
import { createOrganizations } from "./organizations/organizations";
import { createFx } from "./pricing/fx";
import type { FetchRate } from "./pricing/fx-source";
import { createPrices } from "./pricing/prices";
import { createBillingService } from "./service";
import type { BillingStores } from "./stores";
import type { Checkouts } from "./top-ups/checkouts";
import { openTopUps } from "./top-ups/open-top-ups";
import { withMetrics } from "./with-metrics";
import { withTracing } from "./with-tracing";

export interface BillingOptions {
  readonly catalog: CatalogSource;
  /** Closed by their creator, after `close`. */
  readonly stores: BillingStores;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Fetches the exchange rate from its source. */
  readonly fetchRate: FetchRate;
  /** Limits shared with other replicas; by default limits count in this process only. Closed with billing. */
  readonly sharedLimits?: SharedCallLimits | undefined;
  /** Known only to the services. The secrets that sign events are derived from it, as in media. */
  readonly masterSecret: string;
  /** Signs events too, during a rotation. */
  readonly formerMasterSecret?: string | undefined;
  /** Private origins that events may go to. */
  readonly callbackOrigins?: readonly string[];
  /** The payment processor; without one, organizations can't pay in. */
  readonly checkouts?: Checkouts | undefined;
  /** Registry of metrics; without one, nothing is measured. */
  readonly metrics?: Metrics;
  /** Receives spans. */
  readonly tracing?: Tracing | undefined;
}

export interface Billing {
  readonly service: BillingService;
  /** Ends watches, which would hold up a drain. Their callers reconnect elsewhere. */
  readonly endWatches: () => void;
  /** Commits what is pending and stops everything that runs in the background. */
  readonly close: () => Promise<void>;
}

/** How long a stop waits for deliveries in progress; unfinished ones are retried after the restart. */
const STOP_GRACE_MS = 5_000;

/** How long a start waits for stores that do not answer. */
const READING = { limitMs: 60_000, retryAfterMs: 1_000 } as const;

/** Throws if the catalog lacks a price or the stores can't be read. */
export const createBilling = async (options: BillingOptions): Promise<Billing> => {
  const {
    catalog,
    stores,
    clock,
    ids,
    log,
    fetchRate,
    sharedLimits,
    masterSecret,
    formerMasterSecret,
    callbackOrigins = [],
    checkouts,
    metrics = createMetrics({ runtime: false }),
    tracing,
  } = options;
  const reading = {
    clock,
    ...READING,
    onUnanswered: () => {
      log.warn({ waitsAtMostMs: READING.limitMs }, "the database does not answer: the start waits for it");
    },
  };
  const prices = await retryUntilAnswered(() => createPrices({ catalog, store: stores.prices, log }), reading);
  const fx = await retryUntilAnswered(() => createFx({ store: stores.fx, catalog, clock, log, fetchRate }), reading);
  showRate({ metrics }, fx);
  // `alerts` and `ownLimits` are created after the ledger that they read, but before it commits anything.
  const alarm = createLowBalanceAlarm({ metrics, log, threshold: () => catalog.current().lowBalance });
  const ledger = createLedger({
    store: withCommitTimes(stores.ledger, { metrics, clock }),
    clock,
    log,
    onBalance(change) {
      alarm(change);
      alerts.onBalance(change);
    },
    onEnded({ organizationId, callId, charge: { keyId, usage } }) {
      ownLimits.finish(limitedCallOf({ organizationId, callId, keyId }), tokensOf(usage));
    },
  });
  showWaitingCommands({ metrics }, ledger);
  const configuredLimits = () => catalog.current().limits;
  const ownLimits = createMemoryCallLimits({
    clock,
    log,
    catchUp: async (organizationId) => {
      await ledger.balance(organizationId);
    },
  });
  const limits =
    sharedLimits === undefined
      ? ownLimits
      : showSharing({ metrics }, (onOwnCall) =>
          createFailoverCallLimits({ shared: sharedLimits, own: ownLimits, clock, log, onOwnCall }),
        );
  const organizations = createOrganizations({
    store: stores.organizations,
    ledger,
    clock,
    ids,
    log,
    freeCredit: () => catalog.current().freeCredit,
  });
  // To the public internet, whose addresses are checked, or to what the operator allows inside: without a proxy.
  const http = createHttp();
  const alerts = createBalanceAlerts({
    store: stores.organizations,
    organizations,
    ledger,
    send: withDeliveryCounts(
      createCallbackSender({ http, clock, masterSecret, formerMasterSecret, privateOrigins: callbackOrigins }),
      metrics.counter({
        name: "cenote_billing_callbacks_total",
        help: "Balance events sent to customers.",
        labels: ["outcome"],
      }),
    ),
    clock,
    ids,
    log,
  });
  const topUps =
    checkouts === undefined
      ? undefined
      : openTopUps({
          store: stores.topUps,
          ledger,
          checkouts: withCheckoutCounts(checkouts, metrics),
          range: () => catalog.current().topUps,
          clock,
          ids,
          log,
        });
  const keyPrefix = () => catalog.current().keyPrefix;
  const keys = createKeys({ store: stores.keys, clock, ids, log, keyPrefix });
  const clientTokens = createClientTokens({ store: stores.clientTokens, clock, ids, log, keyPrefix });
  const limitsOf = createLimitsOfCaller({ organizations, keys, configured: configuredLimits });
  const admission = createAdmission({
    ledger,
    prices,
    fx,
    limits,
    limitsOf,
    catalog,
    onRefused: (...refusal) => {
      alerts.onRefused(...refusal);
    },
  });

  const ending = new AbortController();
  const service = withMetrics(
    createBillingService({
      admission,
      keys,
      clientTokens,
      organizations,
      configuredLimits,
      budgetUtcOffsetMs: () => catalog.current().budgetUtcOffsetMs,
      ledger,
      prices,
      fx,
      topUps: topUps?.topUps,
      topUpTerms: () => catalog.current().topUps,
      alerts,
      callbackOrigins,
      clock,
      ids,
      ending: ending.signal,
    }),
    { metrics, clock },
  );
  return {
    service: tracing === undefined ? service : withTracing(service, tracing),
    endWatches() {
      ending.abort();
    },
    async close() {
      ending.abort();
      const alertsClosed = alerts.close();
      await within(clock, STOP_GRACE_MS, alertsClosed);
      await http.close();
      await alertsClosed;
      await Promise.all([
        topUps === undefined ? undefined : within(clock, STOP_GRACE_MS, topUps.close()),
        prices.close(),
        fx.close(),
        limits.close(),
        organizations.close(),
        keys.close(),
        clientTokens.close(),
      ]);
      await ledger.close();
    },
  };
};
