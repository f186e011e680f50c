import { createHoldRenewals } from "@cenote/calls";
import { type CatalogSource, type ProviderKind, simulatedSource } from "@cenote/catalog";
import type { BillingService, InferenceService } from "@cenote/contracts";
import { type Clock, createBackground, type Ids, type Log, type Tracing, within } from "@cenote/core";
import type { AnswerCache, Idempotency } from "@cenote/idempotency";
import {
  FAMILIES,
  type ProviderClient,
  type ProxySettings,
  createAiSdkClient,
  createHttp,
  createProviderClient,
  createTokenCounter,
} from "@cenote/providers";
import {
  createCandidateFinder,
  createRouteMetrics,
  createRouter,
  showBreakers,
  withTracing as withTracedTries,
} from "@cenote/routing";
import { createMetrics, type Metrics } from "@cenote/runtime";
import { createCacheMetrics } from "./cache-metrics";
import { keepAnswers } from "./cache/keep-answers";
import { type CacheParts, serveCached } from "./cache/serve-cached";
import type { CallScope } from "./call-scope";
import { keepChecked } from "./catalog-check";
import { createLeftAnswers } from "./chat/left-answers";
import { createLongAnswers } from "./chat/long-answers";
import { withIdempotency } from "./idempotency/with-idempotency";
import { TEXT_ROUTES } from "./route-series";
import { createInferenceService } from "./service";
import { withTracing } from "./with-tracing";

export interface InferenceOptions {
  readonly catalog: CatalogSource;
  /** In this process or behind gRPC: inference can't tell. */
  readonly billing: BillingService;
  /** Keeps the calls with an `Idempotency-Key`. */
  readonly idempotency: Idempotency;
  /** Answers for calls that take a stored one. */
  readonly cache: AnswerCache;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Where its numbers go; its own unless given. */
  readonly metrics?: Metrics;
  /** Where traces are sent. */
  readonly tracing?: Tracing | undefined;
  /** Draws routes and jitters retries: 0 to 1, 1 excluded; Math.random unless given. */
  readonly random?: () => number;
  /** Sends every provider's calls to the upstream simulator at this address. */
  readonly simulatorUrl?: string | undefined;
  /** Lead to real providers; none unless given. */
  readonly proxies?: ProxySettings | undefined;
}

export interface Inference {
  readonly service: InferenceService;
  /** Closes the connections to providers. */
  close(): Promise<void>;
}

/** After the start, so that the first stream that is cut or left is counted without holding up the others. */
const WARM_UP_AFTER_MS = 2_000;

/** Charges under way get this long when the process stops. */
const STOP_GRACE_MS = 10_000;

/**
 * The composition root of inference. Rejects if the catalog has quirks that no family knows, or names packages that are
 * not installed.
 */
export const createInference = async (options: InferenceOptions): Promise<Inference> => {
  const {
    catalog,
    billing,
    idempotency,
    cache,
    clock,
    ids,
    log,
    metrics = createMetrics({ runtime: false }),
    tracing,
    random = Math.random,
    simulatorUrl,
    proxies,
  } = options;
  const reached = simulatorUrl === undefined ? catalog : simulatedSource(catalog, simulatorUrl);
  const http = createHttp({ proxies: simulatorUrl === undefined ? proxies : undefined });
  const sdk = createAiSdkClient({ http, clock, log });
  const clients = new Map<ProviderKind, ProviderClient>(
    [...FAMILIES].map(([kind, family]) => [kind as ProviderKind, createProviderClient(family, { http, clock, log })]),
  );
  clients.set("ai-sdk", sdk);
  const stopChecking = await keepChecked(reached, { sdk, log });
  const plainRouter = createRouter({ clock, log, random, observer: createRouteMetrics(metrics, TEXT_ROUTES) });
  showBreakers(metrics, TEXT_ROUTES, () => plainRouter.breakers());
  const router = tracing === undefined ? plainRouter : withTracedTries(plainRouter, tracing);
  const counter = createTokenCounter(random);
  const warmUp = clock.setTimer(() => {
    counter.warmUp();
  }, WARM_UP_AFTER_MS);
  const background = createBackground({ log });
  const scope: CallScope = {
    background,
    catalog: reached,
    billing,
    candidatesOf: createCandidateFinder(),
    router,
    clients,
    counter,
    renewals: createHoldRenewals({ clock, log }),
    longAnswers: createLongAnswers(clock),
    leftAnswers: createLeftAnswers(clock),
    clock,
    ids,
    log,
  };
  const isSimulated = simulatorUrl !== undefined;
  const cacheParts: CacheParts = { ...scope, cache, isSimulated, metrics: createCacheMetrics(metrics) };
  const serviceOver = (over: BillingService) =>
    serveCached(createInferenceService({ ...scope, billing: over }, { simulated: isSimulated }), {
      ...cacheParts,
      billing: over,
    });
  const service = keepAnswers(withIdempotency({ ...scope, serviceOver, idempotency }), cacheParts);
  return {
    service: tracing === undefined ? service : withTracing(service, { tracing, catalog: reached }),
    async close() {
      stopChecking();
      warmUp.cancel();
      await within(clock, STOP_GRACE_MS, background.idle());
      if (background.count() > 0)
        log.error({ calls: background.count() }, "stopped before delivered answers were charged");
      await http.close();
    },
  };
};
