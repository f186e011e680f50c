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
  /** In this process or over gRPC; inference does not know which. */
  readonly billing: BillingService;
  /** Stores the calls with an `Idempotency-Key`. */
  readonly idempotency: Idempotency;
  /** Stored answers, for calls that request the cache. */
  readonly cache: AnswerCache;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Default: a registry of its own. */
  readonly metrics?: Metrics;
  /** Absent if traces are not sent. */
  readonly tracing?: Tracing | undefined;
  /** For drawing routes and for the jitter of retries: 0 to 1, 1 excluded. Default: Math.random. */
  readonly random?: () => number;
  /** If set, all providers' calls go to the upstream simulator at this address. */
  readonly simulatorUrl?: string | undefined;
  /** Proxies for calls to real providers. Default: none. */
  readonly proxies?: ProxySettings | undefined;
}

export interface Inference {
  readonly service: InferenceService;
  /** Closes the connections to providers. */
  close(): Promise<void>;
}

/** Time after the start at which the tokenizer is loaded, so that the first count does not delay other calls. */
const WARM_UP_AFTER_MS = 2_000;

/** Time that charges under way have when the process stops. */
const STOP_GRACE_MS = 10_000;

/**
 * The composition root of inference. Rejects if the catalog has unknown quirks, or names packages that are not installed.
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
