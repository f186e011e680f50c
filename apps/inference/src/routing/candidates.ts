import type { Catalog, Model, Route } from "@cenote/catalog";
import type { Target, TimeLimits } from "@cenote/providers";
import type { ProviderKind } from "@cenote/catalog";

/** One way to get an answer. */
export interface Candidate {
  /** The model it answers for, whose price is charged. */
  readonly model: Model;
  /** `<provider>/<upstream model>`, as it stands in usage records and logs. */
  readonly route: string;
  readonly kind: ProviderKind;
  readonly target: Target;
  readonly limits: TimeLimits;
}

const candidateOf = (catalog: Catalog, model: Model, route: Route): Candidate | undefined => {
  const provider = catalog.providers.get(route.provider);
  if (provider === undefined || !provider.usable) return undefined;
  const [apiKey] = provider.apiKeys;
  return {
    model,
    route: `${route.provider}/${route.model}`,
    kind: provider.kind,
    target: {
      provider: provider.name,
      baseUrl: provider.baseUrl,
      model: route.model,
      headers: provider.headers,
      quirks: provider.quirks,
      ...(apiKey === undefined ? {} : { apiKey }),
    },
    limits: route.timeouts,
  };
};

const findCandidates = (catalog: Catalog, model: Model, zdr: boolean): readonly Candidate[] =>
  model.routes
    .filter((route) => !zdr || route.zdr)
    .flatMap((route) => candidateOf(catalog, model, route) ?? []);

/** Finds the routes of a model that can be tried, in the catalog's order; with `zdr`, those marked zdr alone. */
export type CandidateFinder = (catalog: Catalog, model: Model, zdr: boolean) => readonly Candidate[];

/** Remembers what it found for as long as a catalog is in force: its models are the same objects until then. */
export const createCandidateFinder = (): CandidateFinder => {
  const found = { any: new WeakMap<Model, readonly Candidate[]>(), zdr: new WeakMap<Model, readonly Candidate[]>() };
  let seen: WeakRef<Catalog> | undefined;
  return (catalog, model, zdr) => {
    if (seen?.deref() !== catalog) {
      // Providers may have changed under models that did not.
      seen = new WeakRef(catalog);
      found.any = new WeakMap();
      found.zdr = new WeakMap();
    }
    const known = zdr ? found.zdr : found.any;
    let candidates = known.get(model);
    if (candidates === undefined) {
      candidates = findCandidates(catalog, model, zdr);
      known.set(model, candidates);
    }
    return candidates;
  };
};
