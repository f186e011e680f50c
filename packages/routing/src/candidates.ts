import type { Catalog, Model, Provider, ProviderKind, Route } from "@cenote/catalog";
import type { Target, TimeLimits } from "@cenote/providers";

/** One of our keys with a provider. The same object on all routes of the account while a catalog is in force. */
export interface ProviderKey {
  /** `openai`, or `openai#2` where the provider has several: never the secret. */
  readonly name: string;
}

/** A route with one of its provider's keys. */
export interface KeyedTarget {
  readonly key: ProviderKey;
  readonly target: Target;
}

/** One way to get an answer. */
export interface Candidate<M extends Model = Model> {
  /** The model it answers for, whose price is charged. */
  readonly model: M;
  /** `<provider>/<upstream model>`, or an endpoint in the model's place: what is remembered of tries is kept by it. */
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

/** Name of a try in records and logs: the route, with the key's number if there are several. */
export const tryName = ({ route, provider, targets }: Candidate, key: ProviderKey): string =>
  targets.length === 1
    ? route
    : `${provider}#${targets.findIndex((one) => one.key === key) + 1}${route.slice(provider.length)}`;

/**
 * The same way to an endpoint that the provider has beside the route's model. What becomes of tries there says nothing of
 * the model, nor the other way round; the keys are the same, and take turns over both.
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

/** Caches by model and providers: while a catalog is in force, its models are the same objects. */
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
    // What was found for a model is of that model.
    return (zdr ? marked : any) as readonly Candidate<M>[];
  };
};
