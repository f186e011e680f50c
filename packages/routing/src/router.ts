import type { Model } from "@cenote/catalog";
import type { Clock, Log } from "@cenote/core";
import type { BreakerState } from "./breaker";
import { createKeyRests } from "./key-rests";
import type { RoutingScope } from "./one-try";
import { type RouteObserver, noObserver } from "./route-observer";
import { createRouteStates } from "./route-states";
import type { RouteAnswer, RoutedCall } from "./routed-call";
import { tryRoutes } from "./try-routes";

/** Finds a route that answers, and remembers the health of routes and keys. One for the life of the service. */
export interface Router {
  /** For an answer that is not whole yet: say with `ended` how it ends. Errors: provider_unavailable, cancelled. */
  open<T, M extends Model = Model>(call: RoutedCall<T, M>): Promise<RouteAnswer<T, M>>;
  /** For an answer that is whole when `attempt` resolves. Errors: provider_unavailable, cancelled. */
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
  const scope: RoutingScope = { states, keys: createKeyRests({ clock }), clock, log, observer, random };
  return {
    // What answers is one of the call's candidates.
    open: <T, M extends Model>(call: RoutedCall<T, M>) =>
      tryRoutes<T>(scope, call as unknown as RoutedCall<T>) as Promise<RouteAnswer<T, M>>,
    async answer<T, M extends Model>(call: RoutedCall<T, M>) {
      const answer = await tryRoutes<T>(scope, call as unknown as RoutedCall<T>);
      answer.ended();
      return answer as RouteAnswer<T, M>;
    },
    breakers: () => states.breakers(),
  };
};
