import "@cenote/runtime/require-node";
import { countSettleFailures } from "@cenote/calls";
import { createCatalogSource } from "@cenote/catalog";
import { InferenceServiceDefinition } from "@cenote/contracts";
import { createRandomIds, systemClock } from "@cenote/core";
import { createAnswerCache, createIdempotency, createMongoIdempotencyStore } from "@cenote/idempotency";
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
import { createInference } from "./compose";
import { type InferenceConfig, readConfig } from "./config";

/** Time that streams have to finish when the process stops. */
const DRAIN_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 45_000;

const start = async ({
  config,
  log,
  lifecycle,
  metrics,
  tracing,
  token,
  formerToken,
}: ServiceParts<InferenceConfig>): Promise<string> => {
  const { system, mongodbUri, billingAddress, simulatorUrl, proxies, env } = config;
  const clock = systemClock;

  const catalog = createCatalogSource({ path: system.configPath, env, log, clock, routeChecks });
  lifecycle.onStop("catalog", () => {
    catalog.close();
  });
  showConfig(metrics, catalog);
  const billing = callBilling({ address: billingAddress, token, log, tracing, lifecycle });
  showConnections(metrics, { billing });
  const connection = await connectMongo(mongodbUri, { log, appName: "cenote-inference" });
  lifecycle.onStop("database connection", () => connection.close());
  const ids = createRandomIds();
  const store = createMongoIdempotencyStore(connection);
  const idempotency = createIdempotency({ store, secret: token, formerSecret: formerToken, clock, ids, log });
  const cache = createAnswerCache({ store, secret: token, clock, ids, log });
  await syncIndexes(connection, { log });
  logProxies(log, { proxies, simulatorUrl });
  const inference = await createInference({
    catalog,
    billing: countSettleFailures(billing.client, metrics),
    idempotency,
    cache,
    clock,
    ids,
    log,
    metrics,
    tracing,
    proxies,
    simulatorUrl,
  });
  lifecycle.onStop("inference", () => inference.close());

  const maxMessageBytes = messageLimitFor(catalog.current().limits.bodyMib);
  const server = createGrpcServer({
    host: system.host,
    port: system.grpcPort,
    token,
    formerToken,
    log,
    maxMessageBytes,
    openRequestBytes: largeRequestBytes(processMemoryBytes()),
    tracing,
  });
  server.add(InferenceServiceDefinition, inference.service, { ids });
  const port = await onPort("GRPC_PORT", system.grpcPort, server.listen());
  lifecycle.onStop("gRPC server", () => server.drain(DRAIN_LIMIT_MS));
  watchDatabase({ ask: () => askDatabase(connection), server, lifecycle, metrics, clock, log });
  return grpcAddress(system.host, port);
};

void runService({ name: "inference", stopLimitMs: STOP_LIMIT_MS, readConfig, start });
