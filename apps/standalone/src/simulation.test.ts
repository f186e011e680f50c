import type { Catalog, CatalogSource } from "@cenote/catalog";
import type { Log } from "@cenote/core";
import { tellOtherSimulation } from "./simulation";

const catalogOf = (usable: boolean): Catalog => ({ providers: new Map([["local", { name: "local", account: "local", usable }]]) }) as unknown as Catalog;

/** @returns What is told of edits after which a provider can be called, or none. */
const watch = (mode: "auto" | "on" | "off", isSimulated: boolean) => {
  const told: [object, string][] = [];
  let change: (catalog: Catalog) => void = () => {};
  const catalog = { onChange: (listener: (changed: Catalog) => void) => { change = listener; } } as unknown as CatalogSource;
  tellOtherSimulation({ mode, catalog, isSimulated, log: { warn: (fields: object, message: string) => { told.push([fields, message]); } } as unknown as Log });
  return { told, edit: (usable: boolean) => { change(catalogOf(usable)); } };
};

test("a provider that can be called from an edit on is told where the simulator answers", () => {
  const { told, edit } = watch("auto", true);
  edit(false);
  expect(told).toEqual([]);
  edit(true);
  expect(told).toEqual([[{ providers: ["local"] }, expect.stringContaining("until the next start")]]);
});

test("an edit after which no provider can be called is told where none is simulated", () => {
  const { told, edit } = watch("auto", false);
  edit(true);
  expect(told).toEqual([]);
  edit(false);
  expect(told).toEqual([[{}, expect.stringContaining("from the next start on")]]);
});

test.each([["on", true], ["off", false]] as const)("where the operator says %s, no edit changes it", (mode, isSimulated) => {
  const { told, edit } = watch(mode, isSimulated);
  edit(true);
  edit(false);
  expect(told).toEqual([]);
});
