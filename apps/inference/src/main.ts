import { createCatalogSource } from "@cenote/catalog";
import { BillingServiceDefinition, type BillingService, InferenceServiceDefinition } from "@cenote/contracts";
import { createRandomIds, systemClock } from "@cenote/core";
import { createIdempotency, createMongoIdempotencyStore } from "@cenote/idempotency";
import { connectMongo, syncIndexes } from "@cenote/mongo";
import { createGrpcClient, createGrpcServer } from "@cenote/rpc";
import { createLifecycle, createLogger, createMetrics, internalToken, startProbeServer } from "@cenote/runtime";
import { createInference } from "./compose";
import { readConfig } from "./config";

/** Streams get this long to finish when the process is told to stop. */
const DRAIN_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 45_000;
const BILLING_DEADLINE_MS = 15_000;

const main = async (): Promise<void> => {
  const { system, mongodbUri, billingAddress, simulatorUrl, probePort, env } = readConfig();
  const clock = systemClock;
  const log = createLogger({ level: system.logLevel, service: "inference" });
  const lifecycle = createLifecycle({ log, limitMs: STOP_LIMIT_MS, supervised: process.send !== undefined });
  const metrics = createMetrics();
  const token = await internalToken({ dataDir: system.dataDir, configured: system.internalToken });

  const catalog = createCatalogSource({ path: system.configPath, env, log, clock });
  lifecycle.onStop("catalog", () => { catalog.close(); });
  const billing = createGrpcClient<BillingService>(BillingServiceDefinition, { address: billingAddress, token, deadlineMs: BILLING_DEADLINE_MS });
  lifecycle.onStop("billing client", () => { billing.close(); });
  const connection = await connectMongo(mongodbUri, { log, appName: "cenote-inference" });
  lifecycle.onStop("database connection", () => connection.close());
  const ids = createRandomIds();
  const idempotency = createIdempotency({ store: createMongoIdempotencyStore(connection), secret: token, clock, ids, log });
  await syncIndexes(connection, { log });
  const inference = await createInference({
    catalog, billing: billing.client, idempotency, clock, ids, log, metrics, ...(simulatorUrl === undefined ? {} : { simulatorUrl }),
  });
  lifecycle.onStop("inference", () => inference.close());

  const server = createGrpcServer({ host: system.host, port: system.grpcPort, token, log });
  server.add(InferenceServiceDefinition, inference.service);
  const port = await server.listen();
  lifecycle.onStop("gRPC server", () => server.drain(DRAIN_LIMIT_MS));
  if (probePort !== undefined) {
    const probes = await startProbeServer({ host: system.host, port: probePort, metrics });
    lifecycle.onStop("probe server", () => probes.close());
  }
  if (process.send === undefined) process.stdout.write(`ready ${system.host}:${port}\n`);
  else process.send({ ready: `${system.host}:${port}` });
};

main().catch((error: unknown) => {
  process.stderr.write(`inference: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
