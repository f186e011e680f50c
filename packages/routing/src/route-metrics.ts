import type { Metrics } from "@cenote/runtime";
import type { BreakerState } from "./breaker";
import type { RouteObserver } from "./route-observer";

export interface RouteMetricsOptions {
  /** Prefix of all metric names: `cenote_route`. */
  readonly prefix: string;
  /** The histogram of answer times: the end of its name, its help text and its buckets. */
  readonly time: { readonly name: string; readonly help: string; readonly buckets: readonly number[] };
}

/** Values of the gauge, so that an alert can fire above 0. */
const STATE_VALUES: Readonly<Record<BreakerState, number>> = { closed: 0, half_open: 1, open: 2 };

/** Metrics of each route: its tries by outcome, and its time to an answer. */
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
  // Looking up labels costs more than the increment itself.
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

/** Registers the gauge of breaker states. @param breakers Called at every scrape. */
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
