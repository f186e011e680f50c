import type { Catalog, CatalogSource } from "@cenote/catalog";
import type { Log } from "@cenote/core";
import { shouldSimulate, logSimulationChange } from "./simulation";

const catalogOf = (usable: boolean, models: readonly string[] = ["local/m"]): Catalog =>
  ({
    providers: new Map([["local", { name: "local", account: "local", usable, apiKeys: [] }]]),
    models: new Map(models.map((id) => [id, { id, routes: [{ provider: "local", model: "m" }] }])),
  }) as unknown as Catalog;

test("a local provider without a key ends the simulation only if a model has a route to it", () => {
  expect(shouldSimulate("auto", catalogOf(true, []))).toBe(true);
  expect(shouldSimulate("auto", catalogOf(true))).toBe(false);
});

/**
 * @returns The messages logged about configuration edits that make a first provider usable, or the last one unusable.
 */
const watch = (mode: "auto" | "on" | "off", isSimulated: boolean) => {
  const told: [object, string][] = [];
  let change: (catalog: Catalog) => void = () => {};
  const catalog = {
    onChange: (listener: (changed: Catalog) => void) => {
      change = listener;
    },
  } as unknown as CatalogSource;
  logSimulationChange({
    mode,
    catalog,
    isSimulated,
    log: {
      warn: (fields: object, message: string) => {
        told.push([fields, message]);
      },
    } as unknown as Log,
  });
  return {
    told,
    edit: (usable: boolean) => {
      change(catalogOf(usable));
    },
  };
};

test("logs an edit that makes a provider usable while the simulator is in use", () => {
  const { told, edit } = watch("auto", true);
  edit(false);
  expect(told).toEqual([]);
  edit(true);
  expect(told).toEqual([[{ providers: ["local"] }, expect.stringContaining("until the next start")]]);
});

test("logs an edit that leaves no provider usable while nothing is simulated", () => {
  const { told, edit } = watch("auto", false);
  edit(true);
  expect(told).toEqual([]);
  edit(false);
  expect(told).toEqual([[{}, expect.stringContaining("from the next start on")]]);
});

test.each([
  ["on", true],
  ["off", false],
] as const)("with CENOTE_SIMULATE %s, no edit changes anything", (mode, isSimulated) => {
  const { told, edit } = watch(mode, isSimulated);
  edit(true);
  edit(false);
  expect(told).toEqual([]);
});
