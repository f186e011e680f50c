import type { Metrics } from "@cenote/runtime";
import type { BreakerState } from "./breaker";
import type { RouteObserver } from "./route-observer";

export interface RouteMetricsOptions {
  /** What their names begin with: `cenote_route`. */
  readonly prefix: string;
  /** What is timed: a name's end, and its explanation. */
  readonly time: { readonly name: string; readonly help: string; readonly buckets: readonly number[] };
}

/** The value of the gauge, so that a board can alarm above 0. */
const STATE_VALUES: Readonly<Record<BreakerState, number>> = { closed: 0, half_open: 1, open: 2 };

/** Numbers of each route: its tries by outcome and its time to an answer. */
export const createRouteMetrics = (metrics: Metrics, { prefix, time }: RouteMetricsOptions): RouteObserver => {
  const tries = metrics.counter({
    name: `${prefix}_tries_total`,
    help: "Tries at a route that have ended.",
    labels: ["route", "outcome"],
  });
  const seconds = metrics.histogram({
    name: `${prefix}_${time.name}`,
    help: time.help,
    labels: ["route"],
    buckets: time.buckets,
  });
  const answered = new Map<string, { readonly ok: { inc(): void }; readonly time: { observe(value: number): void } }>();
  // Looking labels up costs more than counting.
  const childrenOf = (route: string) => {
    const known = answered.get(route);
    if (known !== undefined) return known;
    const children = { ok: tries.labels(route, "ok"), time: seconds.labels(route) };
    answered.set(route, children);
    return children;
  };
  return {
    tried(route, outcome) {
      if (outcome === "ok") childrenOf(route).ok.inc();
      else tries.inc({ route, outcome });
    },
    firstContent(route, durationMs) {
      childrenOf(route).time.observe(durationMs / 1000);
    },
  };
};

/** @param breakers Asked at every scrape. */
export const showBreakers = (
  metrics: Metrics,
  { prefix }: Pick<RouteMetricsOptions, "prefix">,
  breakers: () => readonly { readonly route: string; readonly state: BreakerState }[],
): void => {
  metrics.gauge({
    name: `${prefix}_breaker_state`,
    help: "0 closed, 1 half open, 2 open.",
    labels: ["route"],
    collect: (gauge) => {
      for (const { route, state } of breakers()) gauge.set({ route }, STATE_VALUES[state]);
    },
  });
};
