import "@cenote/runtime/require-node";
import {
  connectRedisLimits,
  createBilling,
  createFetchRate,
  openBillingStores,
  stripeAccount,
  stripeCheckouts,
} from "@cenote/billing";
import { countSettleFailures } from "@cenote/calls";
import { createCatalogSource } from "@cenote/catalog";
import {
  type BillingService,
  BillingServiceDefinition,
  type InferenceService,
  InferenceServiceDefinition,
  type MediaService,
  MediaServiceDefinition,
} from "@cenote/contracts";
import { createRandomIds, systemClock } from "@cenote/core";
import { catalogSettings, createGateway, mediaFiles, memoryLimits, readBuiltDashboard } from "@cenote/gateway";
import { createAnswerCache, createIdempotency, createMongoIdempotencyStore } from "@cenote/idempotency";
import { createInference } from "@cenote/inference";
import {
  createMedia,
  createMediaStores,
  memoryLimits as mediaMemoryLimits,
  openStorage,
  exportBucketCredentials,
} from "@cenote/media";
import { askDatabase, connectMongo, syncIndexes } from "@cenote/mongo";
import { routeChecks } from "@cenote/providers/check-routes";
import { createInFlight, grpcAddress, inProcess, messageLimitFor } from "@cenote/rpc";
import { createGrpcServer } from "@cenote/rpc/server";
import {
  type BeginLife,
  createLogger,
  createMetrics,
  internalToken,
  largeRequestBytes,
  onPort,
  processMemoryBytes,
  runMain,
  showBuild,
  showConfig,
  startTracing,
  watchDatabase,
  withTraceId,
} from "@cenote/runtime";
import { readConfig } from "./config";
import { announceStart } from "./announce-start";
import { requireNamedConfig } from "./named-config";
import { requireSeparatePorts } from "./separate-ports";
import { shouldSimulate, startSimulator, logSimulationChange } from "./simulation";
import { startDatabase } from "./start-database";

/** Time for answers and gRPC calls under way to finish when the process stops. */
const DRAIN_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 60_000;

/** The whole system in one process. It reads top to bottom in the order of start-up; shutdown is in reverse order. */
const main = async (beginLife: BeginLife): Promise<void> => {
  const { environment, proxies, callbackOrigins, stripe, variables } = readConfig();
  requireSeparatePorts(environment);
  requireNamedConfig(environment, variables);
  const [clock, ids] = [systemClock, createRandomIds()];
  const processLog = createLogger({ level: environment.logLevel, service: "cenote" });
  const metrics = createMetrics();
  showBuild(metrics);
  const lifecycle = beginLife({ log: processLog, limitMs: STOP_LIMIT_MS });
  const tracing = await startTracing({
    endpoint: environment.otlpEndpoint,
    service: "cenote",
    log: processLog,
    lifecycle,
    env: variables,
  });
  const log = tracing === undefined ? processLog : withTraceId(processLog, tracing);

  const catalog = createCatalogSource({ path: environment.configPath, env: variables, log, clock, routeChecks });
  lifecycle.onStop("catalog", () => {
    catalog.close();
  });
  showConfig(metrics, catalog);
  const token = await internalToken({ dataDir: environment.dataDir, configured: environment.internalToken });
  const formerToken = environment.internalTokenFormer;

  const mongo = await startDatabase({ environment, variables, lifecycle, log });

  const simulator = shouldSimulate(environment.simulate, catalog.current())
    ? await startSimulator(log, environment.dataDir)
    : undefined;
  lifecycle.onStop("simulator", () => simulator?.close());
  logSimulationChange({ mode: environment.simulate, catalog, isSimulated: simulator !== undefined, log });

  const connection = await connectMongo(mongo.uri, { log });
  lifecycle.onStop("database connection", () => connection.close());
  const answers = createMongoIdempotencyStore(connection);
  const idempotency = createIdempotency({ store: answers, secret: token, formerSecret: formerToken, clock, ids, log });
  const cache = createAnswerCache({ store: answers, secret: token, clock, ids, log });
  const mediaStores = createMediaStores(connection, { clock });
  const stores = await openBillingStores(connection, { log, clock });
  // After everything that has a collection was created.
  await syncIndexes(connection, { log });
  const sharedLimits =
    environment.redisUrl === undefined
      ? undefined
      : await connectRedisLimits({ url: environment.redisUrl, clock, log });
  const billing = await createBilling({
    catalog,
    stores,
    clock,
    ids,
    log,
    metrics,
    sharedLimits,
    tracing,
    fetchRate: createFetchRate(proxies),
    masterSecret: token,
    formerMasterSecret: formerToken,
    callbackOrigins,
    checkouts: stripeCheckouts({
      account: stripeAccount(stripe, { simulatorUrl: simulator?.url, proxies }),
      catalog,
      clock,
    }),
  });
  lifecycle.onStop("billing", () => billing.close());
  const billingService = countSettleFailures(
    inProcess<BillingService>(BillingServiceDefinition, billing.service, { log }),
    metrics,
  );

  const inference = await createInference({
    catalog,
    billing: billingService,
    idempotency,
    cache,
    clock,
    ids,
    log,
    metrics,
    tracing,
    proxies,
    simulatorUrl: simulator?.url,
  });
  lifecycle.onStop("inference", () => inference.close());
  exportBucketCredentials(variables);
  const storage = await openStorage({
    catalog,
    dataDir: environment.dataDir,
    gatewayPort: environment.port,
    clock,
    ids,
    proxies,
  });
  lifecycle.onStop("media storage", () => {
    storage.close();
  });
  const memoryBytes = processMemoryBytes();
  const media = createMedia({
    catalog,
    billing: billingService,
    stores: mediaStores,
    idempotency,
    storage,
    clock,
    ids,
    log,
    metrics,
    tracing,
    masterSecret: token,
    formerMasterSecret: formerToken,
    callbackOrigins,
    proxies,
    simulatorUrl: simulator?.url,
    ...mediaMemoryLimits(memoryBytes / 2),
  });
  lifecycle.onStop("media", () => media.close());
  const inFlight = createInFlight();
  const mediaService = inProcess<MediaService>(MediaServiceDefinition, media.service, { log, inFlight });
  const inferenceService = inProcess<InferenceService>(InferenceServiceDefinition, inference.service, {
    log,
    inFlight,
  });
  // The gateway no longer counts a caller who left while the call is still being settled.
  lifecycle.onStop("calls under way", () => inFlight.idle());

  // Large requests come in over gRPC and over the gateway, which share the memory for them.
  const largeRequestBytesEach = largeRequestBytes(memoryBytes / 2);
  const maxMessageBytes = messageLimitFor(catalog.current().limits.bodyMib);
  const grpc = createGrpcServer({
    host: environment.host,
    port: environment.grpcPort,
    token,
    formerToken,
    log,
    maxMessageBytes,
    openRequestBytes: largeRequestBytesEach,
    tracing,
  });
  grpc.add(BillingServiceDefinition, billing.service);
  grpc.add(InferenceServiceDefinition, inference.service, { ids });
  grpc.add(MediaServiceDefinition, media.service, { ids });
  const grpcPort = await onPort("GRPC_PORT", environment.grpcPort, grpc.listen());
  const drainGrpc = () => {
    billing.endWatches();
    return grpc.drain(DRAIN_LIMIT_MS);
  };
  lifecycle.onStop("gRPC", drainGrpc);

  const gateway = createGateway({
    billing: billingService,
    inference: inferenceService,
    media: mediaService,
    files: mediaFiles(catalog.current().storage, environment.dataDir),
    dashboard: await readBuiltDashboard(),
    settings: catalogSettings(catalog),
    clock,
    ids,
    log,
    metrics,
    tracing,
    host: environment.host,
    port: environment.port,
    limits: { ...memoryLimits(memoryBytes), openBodyBytes: largeRequestBytesEach },
  });
  const { url } = await onPort("PORT", environment.port, gateway.listen());
  // Stopped together: in sequence, one would accept calls while the other drains.
  lifecycle.onStop("gateway and gRPC", async () => {
    await Promise.all([gateway.close(DRAIN_LIMIT_MS), drainGrpc()]);
  });
  watchDatabase({ ask: () => askDatabase(connection), server: grpc, lifecycle, metrics, clock, log });

  await announceStart({
    environment,
    catalog: catalog.current(),
    billing: billingService,
    stores,
    clock,
    log,
    running: {
      url,
      mongo: mongo.description,
      simulated: simulator !== undefined,
      proxies,
      grpcAddress: grpcAddress(environment.host, grpcPort),
    },
  });
};

void runMain("cenote", main);
