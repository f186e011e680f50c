import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBilling, createFetchRate } from "@cenote/billing";
import { createMemoryStores } from "@cenote/billing/testing";
import { countSettleFailures } from "@cenote/calls";
import { createCatalogSource } from "@cenote/catalog";
import { createRandomIds, silentLog, systemClock } from "@cenote/core";
import { catalogSettings, createGateway } from "@cenote/gateway";
import { createAnswerCache, createIdempotency } from "@cenote/idempotency";
import { createMemoryIdempotencyStore } from "@cenote/idempotency/testing";
import { createInference } from "@cenote/inference";
import { createMedia, openStorage } from "@cenote/media";
import { createMetrics, type Metrics, showBuild, showConfig, showConnections, watchDatabase } from "@cenote/runtime";
import { noCheckouts } from "./no-checkouts";
import { noMedia } from "./no-media";
import { noSharedLimits } from "./no-shared-limits";

/** The series Prometheus would find, with the labels each may have. */
export type RegisteredMetrics = ReadonlyMap<string, ReadonlySet<string>>;

interface Described {
  readonly name: string;
  readonly labels?: readonly string[];
}

/** Composes every app as its own `main.ts` does, with in-memory stores, and collects the metrics it registers. */
export const registeredMetrics = async (): Promise<RegisteredMetrics> => {
  const found = new Map<string, ReadonlySet<string>>();
  const note = ({ name, labels = [] }: Described, ...series: readonly string[]) => {
    for (const suffix of series)
      found.set(`${name}${suffix}`, new Set([...labels, ...(suffix === "_bucket" ? ["le"] : [])]));
  };
  const inner = createMetrics();
  const metrics: Metrics = {
    ...inner,
    counter(options) {
      note(options, "");
      return inner.counter(options);
    },
    gauge(options) {
      note(options, "");
      return inner.gauge(options);
    },
    histogram(options) {
      note(options, "_bucket", "_sum", "_count");
      return inner.histogram(options);
    },
  };
  // Node's own metrics come with the registry.
  for (const [, name = ""] of (await inner.render()).matchAll(/^# TYPE (\S+)/gm)) note({ name }, "");
  await composeAll(metrics);
  return found;
};

const composeAll = async (metrics: Metrics): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), "cenote-metrics-"));
  const [clock, ids, log] = [systemClock, createRandomIds(), silentLog];
  const catalog = createCatalogSource({ path: join(dataDir, "cenote.yaml"), env: {}, log, clock });
  showBuild(metrics);
  showConfig(metrics, catalog);
  showConnections(metrics, { billing: { isConnected: () => true } });
  watchDatabase({
    ask: async () => undefined,
    server: { setServing: () => {} },
    lifecycle: {
      onStop: (_name, stop) => {
        void stop();
      },
    },
    metrics,
    clock,
    log,
  });
  const billing = await createBilling({
    fetchRate: createFetchRate(undefined),
    masterSecret: "",
    catalog,
    stores: createMemoryStores(),
    clock,
    ids,
    log,
    metrics,
    sharedLimits: noSharedLimits,
    checkouts: noCheckouts,
  });
  countSettleFailures(billing.service, metrics);
  const answers = { store: createMemoryIdempotencyStore(), secret: "secret", clock, ids, log };
  const idempotency = createIdempotency(answers);
  const cache = createAnswerCache(answers);
  const inference = await createInference({
    catalog,
    billing: billing.service,
    idempotency,
    cache,
    clock,
    ids,
    log,
    metrics,
  });
  const storage = await openStorage({ catalog, dataDir, gatewayPort: 0, clock, ids });
  const media = createMedia({
    catalog,
    billing: billing.service,
    stores: noMedia,
    idempotency,
    storage,
    clock,
    ids,
    log,
    metrics,
    masterSecret: "secret",
  });
  const gateway = createGateway({
    billing: billing.service,
    inference: inference.service,
    media: media.service,
    files: { kind: "folder", path: dataDir },
    settings: catalogSettings(catalog),
    clock,
    ids,
    log,
    metrics,
    host: "127.0.0.1",
    port: 0,
  });
  await gateway.listen();
  await gateway.close(0);
  await media.close();
  storage.close();
  await inference.close();
  await billing.close();
  catalog.close();
  rmSync(dataDir, { recursive: true, force: true });
};
