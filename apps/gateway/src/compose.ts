import type { BillingService, InferenceService, MediaService } from "@cenote/contracts";
import type { Clock, Ids, Log, Tracing } from "@cenote/core";
import type { Metrics } from "@cenote/runtime";
import type { FastifyInstance } from "fastify";
import type { DashboardFiles } from "./dashboard/dashboard-files";
import { addDashboardRoutes } from "./dashboard/route";
import { createResumableAnswers } from "./resumable-answers/resumable-answers";
import { createBalances } from "./graphql/balance/balances";
import { type GraphqlMount, mountGraphql } from "./graphql/mount";
import { createExecutor } from "./graphql/operations/executor";
import { inOwnTrace } from "./graphql/operations/with-tracing";
import { createSchema } from "./graphql/schema";
import { createSockets, type Sockets } from "./graphql/sockets/sockets";
import { withCallIds } from "./graphql/with-call-ids";
import { DEFAULT_LIMITS, type FixedLimits, type GatewayLimits } from "./limits";
import type { MediaFiles } from "./media-files";
import { createModelDirectory } from "./models/directory";
import { addChatRoute } from "./rest/chat/route";
import { addDocuments } from "./rest/documents/route";
import { addEmbeddingsRoute } from "./rest/embeddings/route";
import { addHealthRoutes } from "./rest/health/route";
import { addImagesRoutes } from "./rest/images/route";
import { addDeleteImageRoute } from "./rest/media/delete-route";
import { addMediaRoute } from "./rest/media/route";
import { addMessagesRoute } from "./rest/messages/route";
import { addModelRoutes } from "./rest/models/route";
import { addPaymentRoute } from "./rest/payments/route";
import { addQuoteRoutes } from "./rest/quotes/routes";
import { addResponsesRoute } from "./rest/responses/route";
import { addVideoRoutes } from "./rest/videos/routes";
import { createEventStreams } from "./server/answers/event-streams";
import { createApp } from "./server/app";
import { type ArrivingBodies, createArrivingBodies } from "./server/bodies/arriving-bodies";
import { createLargeBodies } from "./server/bodies/large-bodies";
import { type CallGate, createCallGate } from "./server/calls/call-gate";
import { createCallerChecks } from "./server/calls/caller-checks";
import { createExchanges } from "./server/calls/exchanges";
import { createLiveKeys } from "./server/calls/live-keys";
import { createCors } from "./server/http/cors";
import { createGatewayMetrics } from "./server/metrics";
import { createOperationObserver } from "./server/observe-operation";
import { createRequestObserver } from "./server/observe-request";
import { createSlowReaders, type SlowReaders } from "./server/readers/slow-readers";
import { createPipelinedAnswers } from "./server/readers/pipelined-answers";
import { createRequestTraces } from "./server/trace-requests";
import type { GatewaySettings } from "./settings";

export interface GatewayOptions {
  /** Service objects of this process, or gRPC clients. */
  readonly billing: BillingService;
  readonly inference: InferenceService;
  readonly media: MediaService;
  /** Where stored media are read from. */
  readonly files: MediaFiles;
  /** The web app at `/dashboard`. If absent, the gateway has no dashboard. */
  readonly dashboard?: DashboardFiles;
  /** The settings in `cenote.yaml`: see `catalogSettings`. */
  readonly settings: GatewaySettings;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The metrics that the gateway records, and that `/metrics` shows. */
  readonly metrics: Metrics;
  /** If absent, nothing is traced. */
  readonly tracing?: Tracing | undefined;
  readonly limits?: Partial<FixedLimits>;
}

export interface ComposedGateway {
  readonly server: FastifyInstance;
  readonly gate: CallGate;
  readonly arriving: ArrivingBodies;
  readonly readers: SlowReaders;
  readonly sockets: Sockets;
  readonly graphql: GraphqlMount;
}

/** Connects all parts, without listening. The documents are generated from it. */
export const composeGateway = async (options: GatewayOptions): Promise<ComposedGateway> => {
  const { billing, inference, media, files, dashboard, settings, clock, ids, log, metrics, tracing } = options;
  const limits: GatewayLimits = { ...DEFAULT_LIMITS, ...options.limits, bodyBytes: settings.bodyLimitBytes };
  const { retryAfterMs } = limits;

  const bodies = createLargeBodies(limits);
  const arriving = createArrivingBodies({ clock, ...limits });
  const gate = createCallGate(limits);
  const streams = createEventStreams({ clock, ...limits });
  const readers = createSlowReaders({ clock, ...limits });
  const counts = createGatewayMetrics({
    metrics,
    openCalls: () => gate.openCalls,
    openWatches: () => gate.openWatches,
    openStreams: () => streams.openStreams,
    // Declared below, but assigned before metrics are first read.
    openSockets: () => sockets.openSockets,
  });
  const callers = createCallerChecks({ billing, trustedProxies: settings.trustedProxies });
  const traces = tracing === undefined ? undefined : createRequestTraces(tracing);
  const observe = createRequestObserver({ clock, metrics: counts, log });
  const plainExchanges = createExchanges({
    clock,
    gate,
    bodies,
    readers,
    pipelined: createPipelinedAnswers(limits),
    observe: traces?.ending(observe) ?? observe,
    callers,
  });
  const exchanges = traces?.following(plainExchanges) ?? plainExchanges;
  const directory = createModelDirectory({ inference, billing, clock, maxAgeMs: limits.modelListAgeMs });
  const resumableAnswers = createResumableAnswers({ inference, clock, gate, log, limits });
  const { server, noteFailure } = createApp({
    limits,
    clock,
    ids,
    log,
    exchanges,
    bodies,
    arriving,
    cors: createCors(settings.corsOrigins),
  });
  traces?.addHooks(server);

  await addDocuments(server, { readers });
  addHealthRoutes(server, {
    billing,
    inference,
    media,
    gate,
    clock,
    metrics,
    publicUrl: settings.publicUrl,
    probeMs: limits.probeMs,
    retryAfterMs,
  });
  addModelRoutes(server, { directory, exchanges });
  addChatRoute(server, { inference, resumableAnswers, exchanges, streams, clock, noteFailure });
  addResponsesRoute(server, { inference, exchanges, streams, clock, noteFailure });
  addMessagesRoute(server, { inference, directory, exchanges, streams, clock, noteFailure });
  addEmbeddingsRoute(server, { inference, exchanges, readers, clock });
  addImagesRoutes(server, { media, exchanges, readers, clock, log, limits });
  addVideoRoutes(server, { media, exchanges, clock });
  addQuoteRoutes(server, { inference, media, exchanges });
  addPaymentRoute(server, { billing, clock });
  addMediaRoute(server, { files, readers });
  addDeleteImageRoute(server, { media, exchanges });
  if (dashboard !== undefined) addDashboardRoutes(server, { dashboard, files });

  const liveKeys = createLiveKeys({ billing, clock, log, everyMs: limits.keyCheckMs });
  const balances = createBalances({ billing, clock, log, againMs: limits.balanceAgainMs });
  const executor = createExecutor({
    schema: createSchema(),
    sources: {
      billing,
      inference: withCallIds(inference),
      media: withCallIds(media),
      directory,
      balances,
      resumableAnswers,
    },
    ids,
    introspection: () => settings.graphql().introspection,
    limits,
    tracing,
  });
  const sockets = createSockets({
    executor: tracing === undefined ? executor : { ...executor, run: inOwnTrace(executor.run, tracing) },
    callers,
    liveKeys,
    gate,
    bodies,
    observe: createOperationObserver({ metrics: counts, log }),
    clock,
    ids,
    log,
    limits,
  });
  const graphql = await mountGraphql(server, {
    executor,
    sockets,
    streams,
    liveKeys,
    exchanges,
    gate,
    addressOf: callers.addressOf,
    noteFailure,
    log,
    settings: settings.graphql,
    limits,
    tracing,
  });
  await server.ready();
  return { server, gate, arriving, readers, sockets, graphql };
};
