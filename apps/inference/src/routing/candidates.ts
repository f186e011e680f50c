import type { Catalog, Model, Route } from "@cenote/catalog";
import type { Target, TimeLimits } from "@cenote/providers";
import type { ProviderKind } from "@cenote/catalog";

/** One way to get an answer. */
export interface Candidate {
  /** `<provider>/<upstream model>`, as it stands in usage records and logs. */
  readonly route: string;
  readonly kind: ProviderKind;
  readonly target: Target;
  readonly limits: TimeLimits;
}

const candidateOf = (catalog: Catalog, route: Route): Candidate | undefined => {
  const provider = catalog.providers.get(route.provider);
  if (provider === undefined || !provider.usable) return undefined;
  const [apiKey] = provider.apiKeys;
  return {
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

/** Routes of a model that can be tried, in the catalog's order. With `zdr`, those marked zdr alone. */
export const candidatesOf = (catalog: Catalog, model: Model, zdr: boolean): readonly Candidate[] =>
  model.routes
    .filter((route) => !zdr || route.zdr)
    .flatMap((route) => candidateOf(catalog, route) ?? []);
