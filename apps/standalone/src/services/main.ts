import "@cenote/runtime/require-node";
import { connectBillingStores } from "@cenote/billing/stores";
import { createCatalogSource } from "@cenote/catalog";
import { BillingServiceDefinition, InferenceServiceDefinition, MediaServiceDefinition } from "@cenote/contracts";
import { createRandomIds, systemClock } from "@cenote/core";
import { routeChecks } from "@cenote/providers/check-routes";
import { callBilling, callInference, callMedia, grpcAddress, messageLimitFor } from "@cenote/rpc";
import { createGrpcServer } from "@cenote/rpc/server";
import {
  type BeginLife,
  createLogger,
  internalToken,
  largeRequestBytes,
  loadEnvironment,
  onPort,
  processMemoryBytes,
  readCenoteEnvironment,
  readProxies,
  readTogether,
  runMain,
  startTracing,
} from "@cenote/runtime";
import { announceStart } from "../announce-start";
import { requireNamedConfig } from "../named-config";
import { requireSeparatePorts } from "../separate-ports";
import { shouldSimulate, startSimulator, logSimulationChange } from "../simulation";
import { startDatabase } from "../start-database";
import { startChild } from "./child";

const STOP_LIMIT_MS = 90_000;
const DRAIN_LIMIT_MS = 30_000;

/**
 * The same system as separate processes over gRPC, supervised by this process. It also answers for every service at
 * GRPC_PORT, as the one process does.
 */
const main = async (beginLife: BeginLife): Promise<void> => {
  const variables = loadEnvironment();
  const { environment, proxies } = readTogether({
    environment: () => readCenoteEnvironment(variables),
    proxies: () => readProxies(variables),
  });
  requireSeparatePorts(environment);
  requireNamedConfig(environment, variables);
  const { host, dataDir } = environment;
  const [clock, ids] = [systemClock, createRandomIds()];
  const log = createLogger({ level: environment.logLevel, service: "supervisor" });
  const lifecycle = beginLife({ log, limitMs: STOP_LIMIT_MS });
  // This process records no spans of its own, but passes on the trace context of gRPC callers.
  const tracing = await startTracing({
    endpoint: environment.otlpEndpoint,
    service: "cenote-supervisor",
    log,
    lifecycle,
    env: variables,
  });

  const catalog = createCatalogSource({ path: environment.configPath, env: variables, log, clock, routeChecks });
  lifecycle.onStop("catalog", () => {
    catalog.close();
  });
  const token = await internalToken({ dataDir, configured: environment.internalToken });
  const mongo = await startDatabase({ environment, variables, lifecycle, log });
  const simulator = shouldSimulate(environment.simulate, catalog.current())
    ? await startSimulator(log, dataDir)
    : undefined;
  lifecycle.onStop("simulator", () => simulator?.close());
  logSimulationChange({ mode: environment.simulate, catalog, isSimulated: simulator !== undefined, log });

  // Three processes can't share one probe port. For probes, run the services under another supervisor.
  const shared = { ...variables, CENOTE_INTERNAL_TOKEN: token, MONGODB_URI: mongo.uri, CENOTE_PROBE_PORT: undefined };
  const start = (app: string, env: Record<string, string | undefined>, portVariable = "GRPC_PORT") => {
    const child = startChild({
      name: app,
      path: require.resolve(`@cenote/${app}/main`),
      env: { ...shared, ...env },
      portVariable,
      clock,
      log,
    });
    lifecycle.onStop(app, () => child.stop());
    return child;
  };
  const inside = { HOST: "127.0.0.1", GRPC_PORT: "0" };
  const simulated = simulator === undefined ? {} : { CENOTE_SIMULATOR_URL: simulator.url };
  const billingAddress = await start("billing", { ...inside, ...simulated }).address;
  const behindBilling = { ...inside, ...simulated, CENOTE_BILLING_ADDRESS: billingAddress };
  const [inferenceAddress, mediaAddress] = await Promise.all([
    start("inference", behindBilling).address,
    start("media", behindBilling).address,
  ]);
  const gateway = start(
    "gateway",
    {
      CENOTE_BILLING_ADDRESS: billingAddress,
      CENOTE_INFERENCE_ADDRESS: inferenceAddress,
      CENOTE_MEDIA_ADDRESS: mediaAddress,
    },
    "PORT",
  );
  const url = await gateway.address;

  const maxMessageBytes = messageLimitFor(catalog.current().limits.bodyMib);
  const wire = { token, log, tracing, lifecycle };
  const billing = callBilling({ address: billingAddress, ...wire });
  const inference = callInference({ address: inferenceAddress, maxMessageBytes, ...wire });
  const media = callMedia({ address: mediaAddress, maxMessageBytes, ...wire });
  const grpc = createGrpcServer({
    host,
    port: environment.grpcPort,
    token,
    formerToken: environment.internalTokenFormer,
    log,
    maxMessageBytes,
    openRequestBytes: largeRequestBytes(processMemoryBytes()),
    tracing,
  });
  grpc.add(BillingServiceDefinition, billing.client);
  grpc.add(InferenceServiceDefinition, inference.client, { ids });
  grpc.add(MediaServiceDefinition, media.client, { ids });
  const grpcPort = await onPort("GRPC_PORT", environment.grpcPort, grpc.listen());
  // Stopped together: in sequence, the gateway would accept calls while gRPC drains.
  lifecycle.onStop("gateway and gRPC", async () => {
    await Promise.all([gateway.stop(), grpc.drain(DRAIN_LIMIT_MS)]);
  });

  const stores = await connectBillingStores({ uri: mongo.uri, log, clock });
  try {
    await announceStart({
      environment,
      catalog: catalog.current(),
      billing: billing.client,
      stores,
      clock,
      log,
      running: {
        url,
        mongo: mongo.description,
        simulated: simulator !== undefined,
        proxies,
        grpcAddress: grpcAddress(host, grpcPort),
      },
    });
  } finally {
    await stores.close();
  }
};

void runMain("cenote", main);
