import { CenoteError } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createMetrics } from "./metrics";
import { withCallMetrics } from "./with-call-metrics";

test("calls are counted by method and outcome and timed, streams only counted, and all are passed through", async () => {
  const clock = createManualClock();
  const metrics = createMetrics({ runtime: false });
  const { signal } = new AbortController();
  const service = {
    async double(request: number, given?: AbortSignal) {
      expect(given).toBe(signal);
      await clock.advance(3);
      return request * 2;
    },
    refuse: (_request: number) => Promise.reject(new CenoteError("insufficient_balance")),
    fail: (_request: number) => Promise.reject(new Error("a fault")),
    async *watch(request: number) {
      yield await Promise.resolve(request);
    },
  };
  const measured = withCallMetrics(service, {
    metrics,
    clock,
    name: "sums",
    secondsBuckets: [0.001, 0.01],
    methods: { double: { responseStream: false }, watch: { responseStream: true } },
  });

  expect(await measured.double(3, signal)).toBe(6);
  await expect(measured.refuse(1)).rejects.toMatchObject({ code: "insufficient_balance" });
  await expect(measured.fail(1)).rejects.toThrow("a fault");
  for await (const seen of measured.watch(7)) expect(seen).toBe(7);

  const text = await metrics.render();
  expect(text).toContain('cenote_sums_calls_total{method="double",outcome="ok"} 1');
  expect(text).toContain('cenote_sums_calls_total{method="refuse",outcome="insufficient_balance"} 1');
  expect(text).toContain('cenote_sums_calls_total{method="fail",outcome="internal_error"} 1');
  expect(text).toContain('cenote_sums_calls_total{method="watch",outcome="ok"} 1');
  expect(text).toContain('cenote_sums_call_seconds_bucket{le="0.001",method="double"} 0');
  expect(text).toContain('cenote_sums_call_seconds_bucket{le="0.01",method="double"} 1');
  expect(text).not.toContain('cenote_sums_call_seconds_count{method="watch"} 1');
});
