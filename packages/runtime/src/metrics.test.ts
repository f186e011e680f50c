import { createMetrics } from "./metrics";

describe("metrics", () => {
  test("are rendered in Prometheus's text format, with labels", async () => {
    const metrics = createMetrics({ runtime: false });
    metrics.counter({ name: "cenote_calls_total", help: "Calls", labels: ["code"] }).inc({ code: "ok" }, 2);
    metrics
      .histogram({ name: "cenote_call_seconds", help: "Time", buckets: [0.1, 1] })
      .labels()
      .observe(0.5);
    const text = await metrics.render();
    expect(metrics.contentType).toContain("text/plain");
    expect(text).toContain('cenote_calls_total{code="ok"} 2');
    expect(text).toContain('cenote_call_seconds_bucket{le="0.1"} 0');
    expect(text).toContain('cenote_call_seconds_bucket{le="1"} 1');
  });

  test("a histogram counts each value once per bound at or above it", async () => {
    const metrics = createMetrics({ runtime: false });
    const times = metrics.histogram({ name: "t", help: "Time", labels: ["route"], buckets: [0.1, 1] });
    const chat = times.labels("/chat");
    for (const value of [0.1, 0.5, 7]) chat.observe(value);
    times.observe({ route: 'a"b' }, 1);
    expect((await metrics.render()).split("\n")).toEqual(
      expect.arrayContaining([
        "# TYPE t histogram",
        't_bucket{le="0.1",route="/chat"} 1',
        't_bucket{le="1",route="/chat"} 2',
        't_bucket{le="+Inf",route="/chat"} 3',
        't_sum{route="/chat"} 7.6',
        't_count{route="/chat"} 3',
        't_bucket{le="1",route="a\\"b"} 1',
      ]),
    );
  });

  test("unlimited label values do not take unlimited memory", async () => {
    const metrics = createMetrics({ runtime: false });
    const calls = metrics.counter({ name: "c", help: "Calls", labels: ["model"] });
    for (let index = 0; index < 6_000; index++) calls.inc({ model: `m${index}` });
    const text = await metrics.render();
    expect(text.split("\n").filter((line) => line.startsWith("c{"))).toHaveLength(5_001);
    expect(text).toContain('c{model="other"} 1000');
  });

  test("a gauge may be computed at every scrape", async () => {
    let depth = 1;
    const metrics = createMetrics({ runtime: false });
    metrics.gauge({
      name: "cenote_queue_items",
      help: "Queue",
      collect: (gauge) => {
        gauge.set(depth);
      },
    });
    expect(await metrics.render()).toContain("cenote_queue_items 1");
    depth = 5;
    expect(await metrics.render()).toContain("cenote_queue_items 5");
  });

  test("two processes in one, as in tests, share nothing", async () => {
    const [a, b] = [createMetrics({ runtime: false }), createMetrics({ runtime: false })];
    a.counter({ name: "cenote_calls_total", help: "Calls" }).labels().inc();
    b.counter({ name: "cenote_calls_total", help: "Calls" });
    expect(await b.render()).toContain("cenote_calls_total 0");
  });

  test("describe the process itself unless turned off", async () => {
    expect(await createMetrics().render()).toContain("nodejs_eventloop_lag_seconds");
    expect(await createMetrics({ runtime: false }).render()).not.toContain("nodejs_");
  });
});
