import type { Catalog, Model, Provider } from "./types";

const withoutPackage = (provider: Provider): Provider =>
  provider.kind === "ai-sdk" ? { ...provider, kind: "openai-compatible", sdk: undefined } : provider;

/** Ended routes are used again: the simulator serves every model on any day. */
const simulatedModel = ({ endedRoutes = [], ...model }: Model): Model => ({
  ...model,
  routes: [...model.routes, ...endedRoutes],
});

/** The simulator mounts each provider under its name; OpenAI's protocol has its version in the base URL. */
const simulatedProvider = (provider: Provider, url: string): Provider => {
  const spoken = withoutPackage(provider);
  return {
    ...spoken,
    baseUrl: `${url}/${spoken.name}${spoken.kind.startsWith("openai-") ? "/v1" : ""}`,
    apiKeys: ["simulated"],
    headers: {},
    usable: true,
  };
};

/**
 * The catalog with every provider replaced by the upstream simulator, which needs no key. Providers that speak through
 * a package speak the OpenAI protocol there, so no package has to be installed to try a configuration.
 * @param url Of the simulator, without a slash at the end.
 */
export const withSimulator = (catalog: Catalog, url: string): Catalog => ({
  ...catalog,
  models: new Map([...catalog.models].map(([id, model]) => [id, simulatedModel(model)])),
  providers: new Map([...catalog.providers].map(([name, provider]) => [name, simulatedProvider(provider, url)])),
});

/**
 * Names of the providers that calls can go to: those with a key, and of those that need none the ones that some model
 * has a route to. Several protocols of one account are one provider.
 */
export const liveProviders = ({ providers, models }: Catalog): readonly string[] => {
  const routed = new Set([...models.values()].flatMap(({ routes }) => routes.map(({ provider }) => provider)));
  const live = [...providers.values()].filter(
    ({ name, usable, apiKeys }) => usable && (apiKeys.length > 0 || routed.has(name)),
  );
  return [...new Set(live.map(({ account }) => account))];
};
