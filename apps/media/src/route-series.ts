import type { RouteMetricsOptions } from "@cenote/routing";

/** Image and video routes take long, so they have metrics of their own: text routes are not compared with them. */
export const MEDIA_ROUTES: RouteMetricsOptions = {
  prefix: "cenote_media_route",
  time: {
    name: "answer_seconds",
    help: "Time to the images of a call, or until a video was accepted.",
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120],
  },
};
