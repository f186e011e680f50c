import type { Catalog, Model, Provider, ProviderKind, Route } from "@cenote/catalog";
import type { Target, TimeLimits } from "@cenote/providers";

/** One of our keys for a provider. While a catalog is in force, all routes of an account share the same object. */
export interface ProviderKey {
  /** `openai`, or `openai#2` where the provider has several: never the secret. */
  readonly name: string;
}

/** A route with one of its provider's keys. */
export interface KeyedTarget {
  readonly key: ProviderKey;
  readonly target: Target;
}

/** A route that may answer a call, with all of its keys. */
export interface Candidate<M extends Model = Model> {
  /** The model that it serves, whose price is charged. */
  readonly model: M;
  /** `<provider>/<upstream model>`, or `<provider>/<endpoint>`. The state of a route is kept under this name. */
  readonly route: string;
  readonly provider: string;
  readonly kind: ProviderKind;
  /** One for each key of the provider, at least one. */
  readonly targets: readonly [KeyedTarget, ...KeyedTarget[]];
  readonly limits: TimeLimits;
  /** See the catalog's Route. */
  readonly weight?: number;
  readonly contextTokens?: number;
}

/** Name of a try in records and logs: the route, with the number of the key if the provider has several. */
export const tryName = ({ route, provider, targets }: Candidate, key: ProviderKey): string =>
  targets.length === 1
    ? route
    : `${provider}#${targets.findIndex((one) => one.key === key) + 1}${route.slice(provider.length)}`;

/**
 * The candidate for another endpoint of the same provider. Endpoint and model have separate states, because a failure of
 * one says nothing about the other. They share the keys and the order in which keys take turns.
 */
export const atEndpoint = <M extends Model>(candidate: Candidate<M>, endpoint: string): Candidate<M> => ({
  ...candidate,
  route: `${candidate.provider}/${endpoint}`,
});

type ProviderKeys = readonly { readonly key: ProviderKey; readonly secret: string | undefined }[];

const keysOf = ({ account, apiKeys }: Provider): ProviderKeys => {
  if (apiKeys.length <= 1) return [{ key: { name: account }, secret: apiKeys[0] }];
  return apiKeys.map((secret, index) => ({ key: { name: `${account}#${index + 1}` }, secret }));
};

/** The target of a call over a route. @param secret One of the provider's keys; undefined if it needs none. */
export const targetOf = (
  provider: Provider,
  route: Pick<Route, "model" | "quirks">,
  secret: string | undefined,
): Target => ({
  provider: provider.name,
  baseUrl: provider.baseUrl,
  model: route.model,
  headers: provider.headers,
  quirks: route.quirks ?? provider.quirks,
  sdk: provider.sdk,
  apiKey: secret,
});

const candidateOf = (model: Model, route: Route, provider: Provider, keys: ProviderKeys): Candidate => {
  const maxOutputTokens = model.type === "chat" ? model.maxOutputTokens : undefined;
  const contextTokens = "contextTokens" in model ? model.contextTokens : undefined;
  const targets = keys.map(({ key, secret }): KeyedTarget => ({
    key,
    target: { ...targetOf(provider, route, secret), maxOutputTokens },
  }));
  return {
    model,
    route: `${route.provider}/${route.model}`,
    provider: provider.name,
    kind: provider.kind,
    targets: targets as [KeyedTarget, ...KeyedTarget[]],
    limits: route.timeouts,
    weight: route.weight,
    contextTokens: route.contextTokens ?? contextTokens,
  };
};

/** Finds the routes of a model that can be tried, in the catalog's order; with `zdr`, those marked zdr alone. */
export type CandidateFinder = <M extends Model>(catalog: Catalog, model: M, zdr: boolean) => readonly Candidate<M>[];

/** The routes of one model. */
interface ModelRoutes {
  readonly any: readonly Candidate[];
  readonly zdr: readonly Candidate[];
}

/** What was found in one catalog. */
interface Found {
  readonly catalog: WeakRef<Catalog>;
  readonly keys: Map<string, ProviderKeys>;
  readonly routes: WeakMap<Model, ModelRoutes>;
}

/** Caches the routes of each model. The models of a catalog are the same objects while it is in force. */
export const createCandidateFinder = (): CandidateFinder => {
  let found: Found | undefined;

  const findIn = ({ keys, routes }: Found, catalog: Catalog, model: Model): ModelRoutes => {
    const all = model.routes.flatMap((route) => {
      const provider = catalog.providers.get(route.provider);
      if (provider === undefined || !provider.usable) return [];
      const known = keys.get(provider.account) ?? keysOf(provider);
      keys.set(provider.account, known);
      return [{ candidate: candidateOf(model, route, provider, known), zdr: route.zdr }];
    });
    const ofModel = {
      any: all.map(({ candidate }) => candidate),
      zdr: all.filter((one) => one.zdr).map(({ candidate }) => candidate),
    };
    routes.set(model, ofModel);
    return ofModel;
  };

  return <M extends Model>(catalog: Catalog, model: M, zdr: boolean) => {
    // Providers may have changed under models that did not.
    if (found?.catalog.deref() !== catalog)
      found = { catalog: new WeakRef(catalog), keys: new Map(), routes: new WeakMap() };
    const { any, zdr: marked } = found.routes.get(model) ?? findIn(found, catalog, model);
    // The candidates found for a model have that model's type.
    return (zdr ? marked : any) as readonly Candidate<M>[];
  };
};
