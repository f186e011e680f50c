import { DAY_MS, startOfDay } from "./day";
import type { Catalog, Model, Route } from "./types";

/** The operator is told this long before. */
const NOTICE_DAYS = 60;

const isUsable = ({ providers }: Pick<Catalog, "providers">, { provider }: Route): boolean =>
  providers.get(provider)?.usable === true;

/**
 * @returns `YYYY-MM-DD`: the day, in UTC, on which the last provider that serves a model here shuts it down. Undefined
 *   where one of them has announced none.
 */
export const shutdownDateOf = (catalog: Pick<Catalog, "providers">, { routes }: Model): string | undefined => {
  let last: string | undefined;
  for (const route of routes) {
    if (!isUsable(catalog, route)) continue;
    if (route.until === undefined) return undefined;
    if (last === undefined || route.until > last) last = route.until;
  }
  return last;
};

/** @returns `YYYY-MM-DD`, where every provider has shut the model down: the day of the last. */
export const retiredOn = ({ routes, endedRoutes = [] }: Pick<Model, "routes" | "endedRoutes">): string | undefined =>
  routes.length > 0
    ? undefined
    : endedRoutes
        .flatMap(({ until }) => until ?? [])
        .sort()
        .at(-1);

/** A route over a configured provider that is shut down soon, or was. */
export interface EndingRoute {
  readonly model: string;
  readonly provider: string;
  readonly until: string;
}

/** For the operator, the first to end first. */
export const endingRoutes = (catalog: Pick<Catalog, "providers" | "models">, nowMs: number): readonly EndingRoute[] =>
  [...catalog.models.values()]
    .flatMap(({ id, routes, endedRoutes = [] }) =>
      [...endedRoutes, ...routes].flatMap((route) => {
        const { provider, until } = route;
        const isNear = until !== undefined && startOfDay(until) - nowMs <= NOTICE_DAYS * DAY_MS;
        return isNear && isUsable(catalog, route) ? [{ model: id, provider, until }] : [];
      }),
    )
    .sort((one, other) => one.until.localeCompare(other.until));
