import type { Catalog } from "./types";
import { isUsable } from "./usable";

/** A provider of the operator's own file that can't be used because the file names variables that are not set. */
export interface LackingProvider {
  readonly provider: string;
  readonly variables: readonly string[];
  /** Ids of the models that have no usable route, one of this provider among them. */
  readonly models: readonly string[];
}

/**
 * Most shipped providers have no key, which is no mistake; one that the operator's own file defines was meant to be
 * used.
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
