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
  /** In this process or behind gRPC; media does not depend on which. */
  readonly billing: BillingService;
  /** Closed by their creator, after `close`. */
  readonly stores: MediaStores;
  readonly idempotency: Idempotency;
  readonly storage: MediaStorage;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Known only to the services; callback secrets of organizations are derived from it. */
  readonly masterSecret: string;
  /** Events are signed with this secret too while it is being replaced. */
  readonly formerMasterSecret?: string | undefined;
  /** Private origins that callbacks may go to. */
  readonly callbackOrigins?: readonly string[];
  /** Sends every provider's calls to the upstream simulator at this address. */
  readonly simulatorUrl?: string | undefined;
  /** Proxies for calls to real providers; calls are direct if absent. */
  readonly proxies?: ProxySettings | undefined;
  /** Replace the clients of all provider kinds. */
  readonly clients?: ReadonlyMap<ProviderKind, MediaClient>;
  /** Registry of this app's metrics; metrics are not kept if absent. */
  readonly metrics?: Metrics;
  /** Where traces are sent. */
  readonly tracing?: Tracing | undefined;
  /** Replaces `JOB_LIMITS.firstFrameBytes` in a process with little memory. */
  readonly firstFrameBytes?: number;
}

export interface Media {
  readonly service: MediaService;
  /** Finishes work in progress, then closes the connections to providers. */
  close(): Promise<void>;
}

/** Time for work in progress to finish when the process stops. */
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
  // Callbacks go to the public internet, whose addresses are checked, or to private origins that the operator allows.
  // Neither goes through the proxy.
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
      // Submissions may finish, because an interrupted one is a lost job. An interrupted copy or poll is resumed after
      // the restart.
      await within(clock, STOP_GRACE_MS, background.idle());
      stopping.abort();
      await background.idle();
      await Promise.all([http.close(), direct.close()]);
    },
  };
};
