import { createMetrics } from "@cenote/runtime";
import { createRouteMetrics, type RouteMetricsOptions, showBreakers } from "./route-metrics";

const TEXT_ROUTES: RouteMetricsOptions = {
  prefix: "cenote_route",
  time: { name: "first_content_seconds", help: "Time to the first content.", buckets: [0.25, 0.5, 1] },
};
const MEDIA_ROUTES: RouteMetricsOptions = {
  prefix: "cenote_media_route",
  time: { name: "answer_seconds", help: "Time to an answer.", buckets: [30, 60] },
};

test("tries, times and circuit breakers are labelled by route", async () => {
  const metrics = createMetrics({ runtime: false });
  const observer = createRouteMetrics(metrics, TEXT_ROUTES);
  const states: { route: string; state: "closed" | "open" }[] = [
    { route: "one/m", state: "open" },
    { route: "two/m", state: "closed" },
  ];
  showBreakers(metrics, TEXT_ROUTES, () => states);
  observer.tried("one/m", "server");
  observer.tried("two/m", "ok");
  observer.tried("two/m", "ok");
  observer.firstContent("two/m", 300);
  const text = await metrics.render();
  expect(text).toContain('cenote_route_tries_total{route="one/m",outcome="server"} 1');
  expect(text).toContain('cenote_route_tries_total{route="two/m",outcome="ok"} 2');
  expect(text).toContain('cenote_route_first_content_seconds_bucket{le="0.25",route="two/m"} 0');
  expect(text).toContain('cenote_route_first_content_seconds_bucket{le="0.5",route="two/m"} 1');
  expect(text).toContain('cenote_route_breaker_state{route="one/m"} 2');
  states[0] = { route: "one/m", state: "closed" };
  expect(await metrics.render()).toContain('cenote_route_breaker_state{route="one/m"} 0');
});

test("images and videos have names of their own, beside text in one process", async () => {
  const metrics = createMetrics({ runtime: false });
  createRouteMetrics(metrics, TEXT_ROUTES).tried("one/m", "ok");
  const observer = createRouteMetrics(metrics, MEDIA_ROUTES);
  observer.tried("one/m", "timeout");
  observer.firstContent("one/m", 45_000);
  const text = await metrics.render();
  expect(text).toContain('cenote_media_route_tries_total{route="one/m",outcome="timeout"} 1');
  expect(text).toContain('cenote_media_route_answer_seconds_bucket{le="60",route="one/m"} 1');
  expect(text).toContain('cenote_route_tries_total{route="one/m",outcome="ok"} 1');
});
