import { createManualClock } from "@cenote/testkit";
import { createLatencyMean } from "./latency";

test("the moving average: starts at the first value, follows a burst, and forgets the distant past", async () => {
  const clock = createManualClock();
  const latency = createLatencyMean(clock);
  expect(latency.meanMs).toBeUndefined();
  latency.record(1_000);
  expect(latency.meanMs).toBe(1_000);
  latency.record(0);
  expect(latency.meanMs).toBeCloseTo(900);
  await clock.advance(10_000);
  latency.record(100);
  expect(latency.meanMs).toBeCloseTo(500);
  latency.record(100);
  expect(latency.meanMs).toBeCloseTo(460);
  await clock.advance(120_000);
  latency.record(70);
  expect(latency.meanMs).toBeCloseTo(70, 0);
});
