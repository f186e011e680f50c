import type { Catalog, CatalogSource, Model } from "@cenote/catalog";
import { decimalOf, parseDecimal, parseMxn } from "@cenote/core";
import { testModel } from "@cenote/pricing/testing";

export const CHAT = testModel("openai/chat", "chat", [
  ["input_token", "0.00000015"],
  ["cached_input_token", "0.000000075"],
  ["output_token", "0.0000006"],
]);
export const EMBEDDING = testModel("openai/embedding", "embedding", [["input_token", "0.00000002"]]);
export const IMAGE = testModel("openai/image", "image", [
  ["image", "0.04", "1024x1024"],
  ["image", "0.08", "1024x1024/hd"],
]);

export const testCatalog = (
  changes: Partial<Catalog> = {},
  models: readonly Model[] = [CHAT, EMBEDDING, IMAGE],
): Catalog => ({
  priceVersion: "v1",
  keyPrefix: "cen",
  markup: parseDecimal("1.05"),
  freeCredit: parseMxn("50"),
  lowBalance: undefined,
  budgetUtcOffsetMs: 0,
  topUps: { min: parseMxn("50"), max: parseMxn("10000"), methods: ["card", "oxxo"] },
  fx: { kind: "fixed", mxnPerUsd: decimalOf(20n) },
  publicUrl: "http://127.0.0.1:8080",
  storage: { kind: "files" },
  limits: { requestsPerMinute: 600, tokensPerMinute: 1_000_000, concurrentRequests: 64, bodyMib: 20 },
  timeouts: { connectMs: 5_000, firstContentMs: 60_000, idleMs: 30_000, totalMs: 600_000 },
  graphql: { introspection: true, landingPage: false },
  corsOrigins: [],
  trustedProxies: [],
  overspend: "finish",
  providers: new Map(),
  models: new Map(models.map((model) => [model.id, model])),
  ...changes,
});

/** A catalog that the test can change. */
export interface TestCatalogSource extends CatalogSource {
  change(catalog: Catalog): void;
}

export const testCatalogSource = (first: Catalog = testCatalog()): TestCatalogSource => {
  let catalog = first;
  const listeners = new Set<(catalog: Catalog) => void>();
  return {
    current: () => catalog,
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    change(next) {
      catalog = next;
      for (const listener of listeners) listener(next);
    },
    close() {
      listeners.clear();
    },
  };
};
