import { createMetrics } from "@cenote/runtime";
import { createRouteMetrics, showBreakers } from "./route-metrics";

test("tries, times and circuit breakers are labelled by route", async () => {
  const metrics = createMetrics({ runtime: false });
  const observer = createRouteMetrics(metrics);
  const states: { route: string; state: "closed" | "open" }[] = [
    { route: "one/m", state: "open" },
    { route: "two/m", state: "closed" },
  ];
  showBreakers(metrics, () => states);
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
