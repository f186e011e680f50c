import type { Clock } from "@cenote/core";
import { type Breaker, type BreakerState, createBreaker } from "./breaker";
import { type LatencyMean, createLatencyMean } from "./latency";

/** The state of a route between calls, shared by all models it serves. */
export interface RouteState {
  readonly breaker: Breaker;
  readonly latency: LatencyMean;
  /** Until when the route is skipped because its provider does not serve the model. Monotonic time. */
  goneUntilMs: number;
  /** Number of `unexplained` failures since the last answer. */
  unexplained: number;
}

export interface RouteStates {
  /** @param route See Candidate. */
  of(route: string): RouteState;
  /** States of all breakers, for metrics. */
  breakers(): { readonly route: string; readonly state: BreakerState }[];
}

/** Most routes with a state. At the limit all states are dropped. */
const MAX_ROUTES = 10_000;

export const createRouteStates = ({ clock }: { readonly clock: Clock }): RouteStates => {
  const states = new Map<string, RouteState>();
  return {
    of(route) {
      const known = states.get(route);
      if (known !== undefined) return known;
      if (states.size >= MAX_ROUTES) states.clear();
      const state: RouteState = {
        breaker: createBreaker({ clock }),
        latency: createLatencyMean(clock),
        goneUntilMs: 0,
        unexplained: 0,
      };
      states.set(route, state);
      return state;
    },
    breakers: () => [...states].map(([route, { breaker }]) => ({ route, state: breaker.state })),
  };
};
