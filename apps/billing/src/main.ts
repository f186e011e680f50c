import { createCatalogSource } from "@cenote/catalog";
import { BillingServiceDefinition } from "@cenote/contracts";
import { createRandomIds, systemClock } from "@cenote/core";
import { createGrpcServer } from "@cenote/rpc";
import { createLifecycle, createLogger, createMetrics, internalToken, startProbeServer, tellUnused } from "@cenote/runtime";
import { createBilling } from "./compose";
import { readConfig } from "./config";
import { connectMongoStores } from "./mongo/connect-stores";

/** Calls under way get this long when the process is told to stop. */
const DRAIN_LIMIT_MS = 15_000;
const STOP_LIMIT_MS = 30_000;

const main = async (): Promise<void> => {
  const { system, mongodbUri, probePort, env } = readConfig();
  const clock = systemClock;
  const log = createLogger({ level: system.logLevel, service: "billing" });
  tellUnused(system, log);
  const lifecycle = createLifecycle({ log, limitMs: STOP_LIMIT_MS, supervised: process.send !== undefined });
  const metrics = createMetrics();
  const token = await internalToken({ dataDir: system.dataDir, configured: system.internalToken });

  const catalog = createCatalogSource({ path: system.configPath, env, log, clock });
  lifecycle.onStop("catalog", () => { catalog.close(); });
  const stores = await connectMongoStores({ uri: mongodbUri, log });
  lifecycle.onStop("database connection", () => stores.close());
  const billing = await createBilling({ catalog, stores, clock, ids: createRandomIds(), log, metrics });
  lifecycle.onStop("billing", () => billing.close());

  const server = createGrpcServer({ host: system.host, port: system.grpcPort, token, log });
  server.add(BillingServiceDefinition, billing.service);
  const port = await server.listen();
  lifecycle.onStop("gRPC server", () => server.drain(DRAIN_LIMIT_MS));
  if (probePort !== undefined) {
    const probes = await startProbeServer({ host: system.host, port: probePort, metrics });
    lifecycle.onStop("probe server", () => probes.close());
  }
  lifecycle.onStop("watches", () => { billing.endWatches(); });
  if (process.send === undefined) process.stdout.write(`ready ${system.host}:${port}\n`);
  else process.send({ ready: `${system.host}:${port}` });
};

main().catch((error: unknown) => {
  process.stderr.write(`billing: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
