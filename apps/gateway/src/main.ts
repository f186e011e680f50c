import "@cenote/runtime/require-node";
import { createCatalogSource } from "@cenote/catalog";
import { createRandomIds, systemClock } from "@cenote/core";
import { callBilling, callInference, callMedia, messageLimitFor } from "@cenote/rpc";
import {
  onPort,
  processMemoryBytes,
  runService,
  type ServiceParts,
  showConfig,
  showConnections,
} from "@cenote/runtime";
import { catalogSettings } from "./catalog-settings";
import { type GatewayConfig, readConfig } from "./config";
import { memoryLimits } from "./limits";
import { readBuiltDashboard } from "./dashboard/dashboard-files";
import { createGateway } from "./gateway";
import { mediaFiles } from "./media-files";

/** Time for open calls to finish when the process stops. */
const DRAIN_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 45_000;

const start = async ({
  config,
  log,
  lifecycle,
  metrics,
  tracing,
  token,
}: ServiceParts<GatewayConfig>): Promise<string> => {
  const { system, billingAddress, inferenceAddress, mediaAddress, env } = config;
  const clock = systemClock;

  const catalog = createCatalogSource({ path: system.configPath, env, log, clock });
  lifecycle.onStop("catalog", () => {
    catalog.close();
  });
  showConfig(metrics, catalog);
  const maxMessageBytes = messageLimitFor(catalog.current().limits.bodyMib);
  const wire = { token, log, tracing, lifecycle };
  const billing = callBilling({ address: billingAddress, ...wire });
  const inference = callInference({ address: inferenceAddress, maxMessageBytes, ...wire });
  const media = callMedia({ address: mediaAddress, maxMessageBytes, ...wire });
  showConnections(metrics, { billing, inference, media });

  const gateway = createGateway({
    billing: billing.client,
    inference: inference.client,
    media: media.client,
    files: mediaFiles(catalog.current().storage, system.dataDir),
    dashboard: await readBuiltDashboard(),
    settings: catalogSettings(catalog),
    clock,
    ids: createRandomIds(),
    log,
    metrics,
    tracing,
    host: system.host,
    port: system.port,
    limits: memoryLimits(processMemoryBytes()),
  });
  const { url } = await onPort("PORT", system.port, gateway.listen());
  lifecycle.onStop("gateway", () => gateway.close(DRAIN_LIMIT_MS));
  return url;
};

void runService({ name: "gateway", stopLimitMs: STOP_LIMIT_MS, readConfig, start });
