import type { Catalog, Model, Provider } from "./types";

const withoutPackage = (provider: Provider): Provider =>
  provider.kind === "ai-sdk" ? { ...provider, kind: "openai-compatible", sdk: undefined } : provider;

/** Ended routes are used again, because the simulator serves every model on any day. */
const simulatedModel = ({ endedRoutes = [], ...model }: Model): Model => ({
  ...model,
  routes: [...model.routes, ...endedRoutes],
});

/** The simulator serves each provider under its name; for OpenAI's protocol the base URL contains the version. */
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
 * The catalog with every provider replaced by the upstream simulator, which needs no key. Providers that use a package
 * use the OpenAI protocol instead, so a configuration can be tried without installing packages.
 * @param url The simulator's URL, without a trailing slash.
 */
export const withSimulator = (catalog: Catalog, url: string): Catalog => ({
  ...catalog,
  models: new Map([...catalog.models].map(([id, model]) => [id, simulatedModel(model)])),
  providers: new Map([...catalog.providers].map(([name, provider]) => [name, simulatedProvider(provider, url)])),
});

/**
 * Names of the providers that calls can use: those with a key, and those that need no key if a model has a route to
 * them. Several protocols of one account count as one provider.
 */
export const liveProviders = ({ providers, models }: Catalog): readonly string[] => {
  const routed = new Set([...models.values()].flatMap(({ routes }) => routes.map(({ provider }) => provider)));
  const live = [...providers.values()].filter(
    ({ name, usable, apiKeys }) => usable && (apiKeys.length > 0 || routed.has(name)),
  );
  return [...new Set(live.map(({ account }) => account))];
};
