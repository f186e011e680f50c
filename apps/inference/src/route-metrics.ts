import type { BreakerState, RouteObserver } from "@cenote/routing";
import type { Metrics } from "@cenote/runtime";

const SECONDS_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** The value of the gauge, so that a board can alarm above 0. */
const STATE_VALUES: Readonly<Record<BreakerState, number>> = { closed: 0, half_open: 1, open: 2 };

/** Numbers of each route: its tries by outcome and its time to the first content. */
export const createRouteMetrics = (metrics: Metrics): RouteObserver => {
  const tries = metrics.counter({
    name: "cenote_route_tries_total",
    help: "Tries at a route that have ended.",
    labels: ["route", "outcome"],
  });
  const seconds = metrics.histogram({
    name: "cenote_route_first_content_seconds",
    help: "Time to the first content; of a plain answer, to its end.",
    labels: ["route"],
    buckets: SECONDS_BUCKETS,
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
  breakers: () => readonly { readonly route: string; readonly state: BreakerState }[],
): void => {
  metrics.gauge({
    name: "cenote_route_breaker_state",
    help: "0 closed, 1 half open, 2 open.",
    labels: ["route"],
    collect: (gauge) => {
      for (const { route, state } of breakers()) gauge.set({ route }, STATE_VALUES[state]);
    },
  });
};
