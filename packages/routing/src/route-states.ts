import type { Clock } from "@cenote/core";
import { type Breaker, type BreakerState, createBreaker } from "./breaker";
import { type LatencyMean, createLatencyMean } from "./latency";

/** What is remembered of a route, whichever models it serves. */
export interface RouteState {
  readonly breaker: Breaker;
  readonly latency: LatencyMean;
  /** Until when the provider is believed not to serve the model. Monotonic time. */
  goneUntilMs: number;
  /** Tries in a row that ended as `unexplained`, without an answer between. */
  unexplained: number;
}

export interface RouteStates {
  /** @param route See Candidate. */
  of(route: string): RouteState;
  /** For metrics. */
  breakers(): { readonly route: string; readonly state: BreakerState }[];
}

/** Routes remembered since the start; beyond it everything is forgotten and learned again. */
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
