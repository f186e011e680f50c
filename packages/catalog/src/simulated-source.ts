import { withSimulator } from "./simulate";
import type { Catalog, CatalogSource } from "./types";

/**
 * A source whose catalogs have every provider at the upstream simulator.
 * @param url The simulator's URL, without a trailing slash.
 */
export const simulatedSource = (source: CatalogSource, url: string): CatalogSource => {
  const simulated = new WeakMap<Catalog, Catalog>();
  const simulate = (catalog: Catalog): Catalog => {
    const known = simulated.get(catalog);
    if (known !== undefined) return known;
    const made = withSimulator(catalog, url);
    simulated.set(catalog, made);
    return made;
  };
  return {
    current: () => simulate(source.current()),
    onChange: (listener) =>
      source.onChange((catalog) => {
        listener(simulate(catalog));
      }),
    close: () => {
      source.close();
    },
  };
};
