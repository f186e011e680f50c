import "@cenote/runtime/require-node";
import { countSettleFailures } from "@cenote/calls";
import { createCatalogSource } from "@cenote/catalog";
import { MediaServiceDefinition } from "@cenote/contracts";
import { createRandomIds, systemClock } from "@cenote/core";
import { createIdempotency, createMongoIdempotencyStore } from "@cenote/idempotency";
import { askDatabase, connectMongo, syncIndexes } from "@cenote/mongo";
import { routeChecks } from "@cenote/providers/check-routes";
import { callBilling, grpcAddress, messageLimitFor } from "@cenote/rpc";
import { createGrpcServer } from "@cenote/rpc/server";
import {
  largeRequestBytes,
  onPort,
  processMemoryBytes,
  runService,
  type ServiceParts,
  showConfig,
  showConnections,
  logProxies,
  watchDatabase,
} from "@cenote/runtime";
import { createMedia } from "./compose";
import { type MediaConfig, readConfig, exportBucketCredentials } from "./config";
import { memoryLimits } from "./memory-limits";
import { createMediaStores } from "./mongo/mongo-stores";
import { openStorage } from "./storage/open-storage";

/** Time for calls under way to finish when the process stops. */
const DRAIN_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 60_000;

const start = async ({
  config,
  log,
  lifecycle,
  metrics,
  tracing,
  token,
  formerToken,
}: ServiceParts<MediaConfig>): Promise<string> => {
  const { system, mongodbUri, billingAddress, simulatorUrl, proxies, callbackOrigins, env } = config;
  const [clock, ids] = [systemClock, createRandomIds()];

  const catalog = createCatalogSource({ path: system.configPath, env, log, clock, routeChecks });
  lifecycle.onStop("catalog", () => {
    catalog.close();
  });
  showConfig(metrics, catalog);
  const billing = callBilling({ address: billingAddress, token, log, tracing, lifecycle });
  showConnections(metrics, { billing });
  const connection = await connectMongo(mongodbUri, { log, appName: "cenote-media" });
  lifecycle.onStop("database connection", () => connection.close());
  const idempotency = createIdempotency({
    store: createMongoIdempotencyStore(connection),
    secret: token,
    formerSecret: formerToken,
    clock,
    ids,
    log,
  });
  const stores = createMediaStores(connection, { clock });
  await syncIndexes(connection, { log });
  exportBucketCredentials(env);
  const storage = await openStorage({
    catalog,
    dataDir: system.dataDir,
    gatewayPort: system.port,
    clock,
    ids,
    proxies,
  });
  lifecycle.onStop("storage", () => {
    storage.close();
  });
  logProxies(log, { proxies, simulatorUrl });
  const memoryBytes = processMemoryBytes();
  const media = createMedia({
    catalog,
    billing: countSettleFailures(billing.client, metrics),
    stores,
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
    simulatorUrl,
    ...memoryLimits(memoryBytes),
  });
  lifecycle.onStop("media", () => media.close());

  const maxMessageBytes = messageLimitFor(catalog.current().limits.bodyMib);
  const server = createGrpcServer({
    host: system.host,
    port: system.grpcPort,
    token,
    formerToken,
    log,
    maxMessageBytes,
    openRequestBytes: largeRequestBytes(memoryBytes),
    tracing,
  });
  server.add(MediaServiceDefinition, media.service, { ids });
  const port = await onPort("GRPC_PORT", system.grpcPort, server.listen());
  lifecycle.onStop("gRPC server", () => server.drain(DRAIN_LIMIT_MS));
  watchDatabase({ ask: () => askDatabase(connection), server, lifecycle, metrics, clock, log });
  return grpcAddress(system.host, port);
};

void runService({ name: "media", stopLimitMs: STOP_LIMIT_MS, readConfig, start });
