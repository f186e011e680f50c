import "@cenote/runtime/require-node";
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
import { createGrpcClient, messageLimitFor } from "@cenote/rpc";
import { onPort, runService, type ServiceParts, showConnections } from "@cenote/runtime";
import { createGateway } from "./compose";
import { type GatewayConfig, readConfig } from "./config";
import { readBuiltDashboard } from "./dashboard/dashboard-files";
import { mediaFiles } from "./rest/media/media-files";

/** Streams get this long to finish when the process is told to stop. */
const DRAIN_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 45_000;
const BILLING_DEADLINE_MS = 15_000;
/** Above every limit of a call that inference keeps itself: this one is for an inference that hangs. */
const INFERENCE_DEADLINE_MS = 30 * 60_000;
/** Images take at most a minute; a watched video as long as it takes. */
const MEDIA_DEADLINE_MS = 8 * 3_600_000;
const MEBIBYTE = 1024 * 1024;

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
  const maxMessageBytes = messageLimitFor(catalog.current().limits.bodyMib);
  const billing = createGrpcClient<BillingService>(BillingServiceDefinition, {
    address: billingAddress,
    token,
    deadlineMs: BILLING_DEADLINE_MS,
    log,
    tracing,
  });
  lifecycle.onStop("billing client", () => {
    billing.close();
  });
  const inference = createGrpcClient<InferenceService>(InferenceServiceDefinition, {
    address: inferenceAddress,
    token,
    deadlineMs: INFERENCE_DEADLINE_MS,
    maxMessageBytes,
    log,
    tracing,
  });
  lifecycle.onStop("inference client", () => {
    inference.close();
  });
  const media = createGrpcClient<MediaService>(MediaServiceDefinition, {
    address: mediaAddress,
    token,
    deadlineMs: MEDIA_DEADLINE_MS,
    maxMessageBytes,
    log,
    tracing,
  });
  lifecycle.onStop("media client", () => {
    media.close();
  });
  showConnections(metrics, { billing, inference, media });

  const gateway = createGateway({
    billing: billing.client,
    inference: inference.client,
    media: media.client,
    files: mediaFiles(catalog.current().storage, system.dataDir),
    dashboard: await readBuiltDashboard(),
    clock,
    ids: createRandomIds(),
    log,
    metrics,
    tracing,
    host: system.host,
    port: system.port,
    publicUrl: () => catalog.current().publicUrl,
    bodyLimitBytes: () => catalog.current().limits.bodyMib * MEBIBYTE,
    graphql: () => catalog.current().graphql,
    corsOrigins: () => catalog.current().corsOrigins,
  });
  const { url } = await onPort("PORT", system.port, gateway.listen());
  lifecycle.onStop("gateway", () => gateway.close(DRAIN_LIMIT_MS));
  return url;
};

void runService({ name: "gateway", stopLimitMs: STOP_LIMIT_MS, readConfig, start });
