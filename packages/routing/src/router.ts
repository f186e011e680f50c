import type { Model } from "@cenote/catalog";
import type { Clock, Log } from "@cenote/core";
import type { BreakerState } from "./breaker";
import { createKeyCooldowns } from "./key-cooldowns";
import type { RoutingScope } from "./one-try";
import { type RouteObserver, noObserver } from "./route-observer";
import { createRouteStates } from "./route-states";
import type { RouteAnswer, RoutedCall } from "./routed-call";
import { tryRoutes } from "./try-routes";

/** Finds a route that answers, and keeps the state of routes and keys. One instance for the life of the service. */
export interface Router {
  /** For a streamed answer: the caller has to call `reportEnd` on it. Errors: provider_unavailable, cancelled. */
  open<T, M extends Model = Model>(call: RoutedCall<T, M>): Promise<RouteAnswer<T, M>>;
  /** For an answer that is complete when `attempt` resolves. Errors: provider_unavailable, cancelled. */
  answer<T, M extends Model = Model>(call: RoutedCall<T, M>): Promise<RouteAnswer<T, M>>;
  breakers(): readonly { readonly route: string; readonly state: BreakerState }[];
}

export interface RouterOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** 0 to 1, 1 excluded. */
  readonly random: () => number;
  readonly observer?: RouteObserver;
}

export const createRouter = ({ clock, log, random, observer = noObserver }: RouterOptions): Router => {
  const states = createRouteStates({ clock });
  const scope: RoutingScope = { states, keys: createKeyCooldowns({ clock }), clock, log, observer, random };
  return {
    // The candidate of the answer is one of the call's own, so it has their type.
    open: <T, M extends Model>(call: RoutedCall<T, M>) =>
      tryRoutes<T>(scope, call as unknown as RoutedCall<T>) as Promise<RouteAnswer<T, M>>,
    async answer<T, M extends Model>(call: RoutedCall<T, M>) {
      const answer = await tryRoutes<T>(scope, call as unknown as RoutedCall<T>);
      answer.reportEnd();
      return answer as RouteAnswer<T, M>;
    },
    breakers: () => states.breakers(),
  };
};
