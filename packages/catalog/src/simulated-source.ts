import { withSimulator } from "./simulate";
import type { Catalog, CatalogSource, Provider } from "./types";

/** The simulator mounts each provider under its name; OpenAI's protocol has its version in the base URL. */
const simulatedBaseUrl = (url: string, { name, kind }: Provider): string =>
  kind.startsWith("openai-") || kind === "ai-sdk" ? `${url}/${name}/v1` : `${url}/${name}`;

/**
 * A source whose catalogs have every provider at the upstream simulator.
 * @param url Of the simulator, without a slash at the end.
 */
export const simulatedSource = (source: CatalogSource, url: string): CatalogSource => {
  const simulated = new WeakMap<Catalog, Catalog>();
  const simulate = (catalog: Catalog): Catalog => {
    const known = simulated.get(catalog);
    if (known !== undefined) return known;
    const made = withSimulator(catalog, (name) => {
      const provider = catalog.providers.get(name);
      return provider === undefined ? url : simulatedBaseUrl(url, provider);
    });
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
