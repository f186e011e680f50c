import { createMetrics } from "@cenote/runtime";
import { createManualClock } from "@cenote/testkit";
import { withSweepTimes } from "./job-metrics";
import type { Job } from "./jobs/job";

const dueAt = (dueAtMs: number) => ({ dueAtMs }) as Job;

test("the metrics show a sweeper that falls behind, and one that is stuck", async () => {
  const clock = createManualClock();
  const metrics = createMetrics({ runtime: false });
  let jobs: readonly Job[] = [dueAt(clock.nowMs() - 90_000), dueAt(clock.nowMs() - 1000)];
  const store = withSweepTimes({ due: async () => jobs }, { metrics, clock });
  expect(await metrics.render()).toContain("cenote_media_overdue_seconds 0");

  expect(await store.due(clock.nowMs(), 32)).toBe(jobs);
  expect(await metrics.render()).toContain("cenote_media_overdue_seconds 90");

  await clock.advance(7000);
  expect(await metrics.render()).toContain("cenote_media_overdue_seconds 97");
  expect(await metrics.render()).toContain("cenote_media_sweep_age_seconds 7");
  jobs = [];
  await store.due(clock.nowMs(), 32);
  const text = await metrics.render();
  expect(text).toContain("cenote_media_overdue_seconds 0");
  expect(text).toContain("cenote_media_sweep_age_seconds 0");
});

test("a failed sweep does not count", async () => {
  const clock = createManualClock();
  const metrics = createMetrics({ runtime: false });
  const store = withSweepTimes({ due: () => Promise.reject(new Error("the database is away")) }, { metrics, clock });
  await clock.advance(5000);
  await expect(store.due(clock.nowMs(), 32)).rejects.toThrow("the database is away");
  expect(await metrics.render()).toContain("cenote_media_sweep_age_seconds 5");
});
