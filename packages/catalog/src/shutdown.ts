import { DAY_MS, startOfDay } from "@cenote/core";
import type { Catalog, Model } from "./types";
import { isUsable } from "./usable";

/** Days of advance warning for the operator. */
const NOTICE_DAYS = 60;

/**
 * @returns `YYYY-MM-DD`: the day, in UTC, on which the last of the model's usable routes ends. Undefined if one of them
 * has no such day.
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

/** @returns `YYYY-MM-DD`: the day on which the last route ended, if all have ended; otherwise undefined. */
export const retiredOn = ({ routes, endedRoutes = [] }: Pick<Model, "routes" | "endedRoutes">): string | undefined =>
  routes.length > 0
    ? undefined
    : endedRoutes
        .flatMap(({ until }) => until ?? [])
        .sort()
        .at(-1);

/** A usable route that ends soon, or has ended. */
export interface EndingRoute {
  readonly model: string;
  readonly provider: string;
  readonly until: string;
}

/** The routes to warn the operator about, earliest end first. */
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
