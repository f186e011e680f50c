import type { Catalog } from "./types";
import { isUsable } from "./usable";

/** A provider of the operator's own file that is unusable because the file names unset variables. */
export interface LackingProvider {
  readonly provider: string;
  readonly variables: readonly string[];
  /** Ids of the models without a usable route that have a route to this provider. */
  readonly models: readonly string[];
}

/**
 * Providers of the operator's own file that lack a variable. Most shipped providers have no key, which is normal; a
 * provider in the operator's own file is meant to be used.
 */
export const lackingProviders = (catalog: Catalog): readonly LackingProvider[] =>
  [...catalog.providers.values()].flatMap(({ name: provider, usable, unsetVariables: variables }) => {
    if (usable || variables === undefined) return [];
    const withoutRoute = [...catalog.models.values()].filter(
      ({ routes }) =>
        routes.some((route) => route.provider === provider) && !routes.some((route) => isUsable(catalog, route)),
    );
    return [{ provider, variables, models: withoutRoute.map(({ id }) => id) }];
  });
