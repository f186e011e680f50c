import { createCallbackSender, withDeliveryCounts } from "@cenote/callbacks";
import { type CatalogSource, type ProviderKind, simulatedSource } from "@cenote/catalog";
import type { BillingService, MediaService } from "@cenote/contracts";
import { type Clock, createBackground, type Ids, type Log, type Tracing, within } from "@cenote/core";
import type { Idempotency } from "@cenote/idempotency";
import {
  createDownloader,
  createHttp,
  createMediaClient,
  FAMILIES,
  type MediaClient,
  ProviderError,
  type ProxySettings,
} from "@cenote/providers";
import { createRouteMetrics, createRouter, showBreakers, withTracing as withTracedTries } from "@cenote/routing";
import { createMetrics, type Metrics } from "@cenote/runtime";
import { createJobMoney } from "./videos/job-money";
import { createCallbacks } from "./callbacks/send-callback";
import { withIdempotency } from "./idempotency/with-idempotency";
import { createJobEvents } from "./jobs/events";
import { createFirstFrames } from "./jobs/first-frames";
import { JOB_LIMITS } from "./jobs/limits";
import { withSweepTimes } from "./job-metrics";
import { createJobMachine } from "./jobs/machine";
import { startSweeper } from "./jobs/sweeper";
import type { MediaScope } from "./media-scope";
import { MEDIA_ROUTES } from "./route-series";
import { createMediaTargets } from "./routes/media-targets";
import { createVideoCopier } from "./routes/video-copier";
import { createVideoRoutes } from "./routes/video-routes";
import { createMediaService } from "./service";
import { createMediaSaver } from "./storage/save-media";
import type { MediaStorage } from "./storage/storage";
import type { MediaStores } from "./stores";
import { startUnpaidSweeper } from "./unpaid/sweeper";
import { withMetrics } from "./with-metrics";
import { withTracing } from "./with-tracing";

export interface MediaOptions {
  readonly catalog: CatalogSource;
  /** In this process or behind gRPC: media can't tell. */
  readonly billing: BillingService;
  /** Closed by their creator, after `close`. */
  readonly stores: MediaStores;
  readonly idempotency: Idempotency;
  readonly storage: MediaStorage;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Known only to the services: organizations' callback secrets are derived from it. */
  readonly masterSecret: string;
  /** Signs events as well, while one replaces the other. */
  readonly formerMasterSecret?: string | undefined;
  /** Origins callbacks may go to though they are private. */
  readonly callbackOrigins?: readonly string[];
  /** Sends every provider's calls to the upstream simulator at this address. */
  readonly simulatorUrl?: string | undefined;
  /** Lead to real providers; none unless given. */
  readonly proxies?: ProxySettings | undefined;
  /** Replace the clients of all provider kinds. */
  readonly clients?: ReadonlyMap<ProviderKind, MediaClient>;
  /** Where its numbers are counted; if absent, nobody sees them. */
  readonly metrics?: Metrics;
  /** Where traces are sent. */
  readonly tracing?: Tracing | undefined;
  /** Replaces that of `JOB_LIMITS` in a process with little memory. */
  readonly firstFrameBytes?: number;
}

export interface Media {
  readonly service: MediaService;
  /** Finishes what is under way, then closes the connections to providers. */
  close(): Promise<void>;
}

/** What is under way gets this long to finish when the process stops. */
const STOP_GRACE_MS = 20_000;

/** The composition root of media. */
export const createMedia = (options: MediaOptions): Media => {
  const {
    billing,
    idempotency,
    storage,
    clock,
    ids,
    log,
    masterSecret,
    formerMasterSecret,
    callbackOrigins = [],
    simulatorUrl,
    proxies,
    firstFrameBytes = JOB_LIMITS.firstFrameBytes,
    metrics = createMetrics({ runtime: false }),
    tracing,
  } = options;
  const catalog = simulatorUrl === undefined ? options.catalog : simulatedSource(options.catalog, simulatorUrl);
  const http = createHttp({ proxies: simulatorUrl === undefined ? proxies : undefined });
  // Callbacks go to the public internet, whose addresses are checked, or to what the operator allows inside: neither is
  // behind the proxy.
  const direct = createHttp();
  const clients =
    options.clients ??
    new Map(
      [...FAMILIES].map(([kind, family]) => [kind as ProviderKind, createMediaClient(family, { http, clock, log })]),
    );
  const stopping = new AbortController();
  const background = createBackground({
    log,
    isCut: (error) => stopping.signal.aborted && error instanceof ProviderError && error.kind === "aborted",
  });
  const targets = createMediaTargets({ catalog, clients });
  const plainRouter = createRouter({
    clock,
    log,
    random: Math.random,
    observer: createRouteMetrics(metrics, MEDIA_ROUTES),
  });
  showBreakers(metrics, MEDIA_ROUTES, () => plainRouter.breakers());
  const router = tracing === undefined ? plainRouter : withTracedTries(plainRouter, tracing);
  const routes = createVideoRoutes({ targets, router, signal: stopping.signal });
  const saver = createMediaSaver({ storage, downloader: createDownloader({ http, clock }) });
  const { events, store: jobs } = createJobEvents({ store: options.stores.jobs, clock, log });
  const machine = createJobMachine({
    store: jobs,
    routes,
    background,
    clock,
    log,
    copier: createVideoCopier({ targets, saver, storage, signal: stopping.signal }),
    money: createJobMoney({ billing, clock }),
    callbacks: createCallbacks(
      withDeliveryCounts(
        createCallbackSender({
          http: direct,
          clock,
          masterSecret,
          formerMasterSecret,
          privateOrigins: callbackOrigins,
        }),
        metrics.counter({ name: "cenote_media_callbacks_total", help: "Callbacks sent.", labels: ["outcome"] }),
      ),
    ),
  });
  const { unpaid } = options.stores;
  const unpaidSweeper = startUnpaidSweeper({ store: unpaid, storage, billing, clock, log });
  const sweeper = startSweeper({ store: withSweepTimes(jobs, { metrics, clock }), machine, background, clock, log });

  const scope: MediaScope = {
    catalog,
    billing,
    targets,
    router,
    saver,
    storage,
    unpaid,
    jobs,
    machine,
    events,
    firstFrames: createFirstFrames(firstFrameBytes),
    background,
    masterSecret,
    callbackOrigins,
    stopping: stopping.signal,
    clock,
    ids,
    log,
  };
  const keyed = withIdempotency(createMediaService(scope), { ...scope, idempotency });
  const service = withMetrics(keyed, { metrics, clock });
  return {
    service: tracing === undefined ? service : withTracing(service, { tracing, catalog }),
    async close() {
      await Promise.all([sweeper.close(), unpaidSweeper.close()]);
      events.close();
      // Submissions may finish, because a lost one is a lost job. A copy or a poll that is cut is resumed after the
      // restart.
      await within(clock, STOP_GRACE_MS, background.idle());
      stopping.abort();
      await background.idle();
      await Promise.all([http.close(), direct.close()]);
    },
  };
};
