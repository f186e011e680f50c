import type { Catalog, Provider } from "./types";

const simulatedKind = ({ kind }: Provider): Partial<Provider> => (kind === "ai-sdk" ? { kind: "openai-compatible", sdk: undefined } : {});

/**
 * The same catalog with every provider at the upstream simulator, usable without a key of its own. What speaks through a
 * package speaks the OpenAI protocol there: no package has to be installed to try a configuration.
 */
export const withSimulator = (catalog: Catalog, baseUrlOf: (provider: string) => string): Catalog => ({
  ...catalog,
  providers: new Map([...catalog.providers].map(([name, provider]) =>
    [name, { ...provider, ...simulatedKind(provider), baseUrl: baseUrlOf(name), apiKeys: ["simulated"], headers: {}, usable: true }])),
});

/** Names of the providers that calls can go to: those with a key, and those configured to need none. */
export const liveProviders = (catalog: Catalog): readonly string[] =>
  [...catalog.providers.values()].filter(({ usable }) => usable).map(({ name }) => name);
