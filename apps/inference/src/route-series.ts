import type { RouteMetricsOptions } from "@cenote/routing";

/** Metrics of text routes, which measure the time to first content. */
export const TEXT_ROUTES: RouteMetricsOptions = {
  prefix: "cenote_route",
  time: {
    name: "first_content_seconds",
    help: "Time to the first content; of a plain answer, to its end.",
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
};
