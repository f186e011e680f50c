import type { BillingService } from "@cenote/contracts";
import type { Catalog, CatalogSource } from "@cenote/catalog";
import { createRandomIds, silentLog, systemClock } from "@cenote/core";
import type { AnswerCache, Idempotency } from "@cenote/idempotency";
import { createInference } from "./compose";

const catalogOf = (quirks: object): Catalog =>
  ({
    providers: new Map([
      [
        "near",
        {
          name: "near",
          kind: "openai-compatible",
          baseUrl: "",
          apiKeys: [],
          usable: true,
          headers: {},
          quirks,
          zdr: false,
        },
      ],
    ]),
    models: new Map(),
  }) as unknown as Catalog;

test("an edit made while the configuration is being checked at start-up is checked too", async () => {
  const listeners = new Set<(catalog: Catalog) => void>();
  const catalog: CatalogSource = {
    current: () => catalogOf({}),
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
  for (const listener of listeners) listener(catalogOf({ max_tokens_feild: "max_tokens" }));
  const inference = await starting;
  // The check of an edit made now ends after that of the first one.
  for (const listener of listeners) listener(catalogOf({ second: "mistake" }));
  expect(await told.promise).toEqual({ mistake: expect.stringContaining("max_tokens_feild") as string });
  await inference.close();
  expect(listeners.size).toBe(0);
});
