import type { BillingService } from "@cenote/contracts";
import type { Catalog, CatalogSource } from "@cenote/catalog";
import { createRandomIds, silentLog, systemClock } from "@cenote/core";
import type { AnswerCache, Idempotency } from "@cenote/idempotency";
import { createInference } from "./compose";

/** @param packages Of the AI SDK, one for each provider. */
const catalogOf = (...packages: readonly string[]): Catalog =>
  ({
    providers: new Map(
      packages.map((name) => [
        name,
        {
          name,
          kind: "ai-sdk",
          baseUrl: "",
          apiKeys: [],
          usable: true,
          headers: {},
          quirks: {},
          zdr: false,
          sdk: { package: name, create: undefined, options: {} },
        },
      ]),
    ),
    models: new Map(
      packages.map((provider) => [provider, { id: provider, type: "chat", routes: [{ provider, model: "m" }] }]),
    ),
  }) as unknown as Catalog;

test("an edit made while the configuration is being checked at start-up is checked too", async () => {
  const listeners = new Set<(catalog: Catalog) => void>();
  const catalog: CatalogSource = {
    current: () => catalogOf(),
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: () => {},
  };
  const told = Promise.withResolvers<object>();
  const starting = createInference({
    catalog,
    billing: {} as BillingService,
    idempotency: {} as Idempotency,
    cache: {} as AnswerCache,
    clock: systemClock,
    ids: createRandomIds(),
    log: {
      ...silentLog,
      error: (fields) => {
        told.resolve(fields);
      },
    },
  });
  for (const listener of listeners) listener(catalogOf("no-such-package"));
  const inference = await starting;
  // The check of an edit made now ends after that of the first one.
  for (const listener of listeners) listener(catalogOf("another-one"));
  expect(await told.promise).toEqual({ mistake: expect.stringContaining("no-such-package") as string });
  await inference.close();
  expect(listeners.size).toBe(0);
});
