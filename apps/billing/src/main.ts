import "@cenote/runtime/require-node";
import { createCatalogSource } from "@cenote/catalog";
import { BillingServiceDefinition } from "@cenote/contracts";
import { createRandomIds, systemClock } from "@cenote/core";
import { routeChecks } from "@cenote/providers/check-routes";
import { grpcAddress } from "@cenote/rpc";
import { createGrpcServer } from "@cenote/rpc/server";
import { onPort, runService, type ServiceParts, showConfig, watchDatabase } from "@cenote/runtime";
import { createBilling } from "./compose";
import { type BillingConfig, readConfig } from "./config";
import { createFetchRate } from "./http/fetch-rate";
import { connectBillingStores } from "./mongo/connect-stores";
import { connectRedisLimits } from "./redis/connect-limits";
import { stripeAccount } from "./stripe/stripe-account";
import { stripeCheckouts } from "./stripe/stripe-checkouts";

/** How long a stop waits for calls in progress. */
const DRAIN_LIMIT_MS = 15_000;
const STOP_LIMIT_MS = 30_000;

const start = async ({
  config,
  log,
  lifecycle,
  metrics,
  tracing,
  token,
  formerToken,
}: ServiceParts<BillingConfig>): Promise<string> => {
  const { system, mongodbUri, simulatorUrl, proxies, callbackOrigins, stripe, env } = config;
  const clock = systemClock;

  const catalog = createCatalogSource({ path: system.configPath, env, log, clock, routeChecks });
  lifecycle.onStop("catalog", () => {
    catalog.close();
  });
  showConfig(metrics, catalog);
  const stores = await connectBillingStores({ uri: mongodbUri, log, clock });
  lifecycle.onStop("database connection", () => stores.close());
  const sharedLimits =
    system.redisUrl === undefined ? undefined : await connectRedisLimits({ url: system.redisUrl, clock, log });
  const billing = await createBilling({
    catalog,
    stores,
    clock,
    ids: createRandomIds(),
    log,
    metrics,
    sharedLimits,
    fetchRate: createFetchRate(proxies),
    tracing,
    masterSecret: token,
    formerMasterSecret: formerToken,
    callbackOrigins,
    checkouts: stripeCheckouts({ account: stripeAccount(stripe, { simulatorUrl, proxies }), catalog, clock }),
  });
  lifecycle.onStop("billing", () => billing.close());

  const server = createGrpcServer({ host: system.host, port: system.grpcPort, token, formerToken, log, tracing });
  server.add(BillingServiceDefinition, billing.service);
  const port = await onPort("GRPC_PORT", system.grpcPort, server.listen());
  lifecycle.onStop("gRPC server", () => server.drain(DRAIN_LIMIT_MS));
  watchDatabase({ ask: () => stores.ask(), server, lifecycle, metrics, clock, log });
  lifecycle.onStop("watches", () => {
    billing.endWatches();
  });
  return grpcAddress(system.host, port);
};

void runService({ name: "billing", stopLimitMs: STOP_LIMIT_MS, readConfig, start });
