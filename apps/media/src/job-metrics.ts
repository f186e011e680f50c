import type { JobStore } from "./jobs/store";
import type { MetricsOptions } from "./with-metrics";

/**
 * The sweeper's store with metrics on whether the sweeper keeps up: the time of its last sweep, and how late the most
 * overdue job was then.
 */
export const withSweepTimes = (
  store: Pick<JobStore, "due">,
  { metrics, clock }: MetricsOptions,
): Pick<JobStore, "due"> => {
  let lookedMs = clock.monotonicMs();
  let earliestDueAtMs: number | undefined;
  metrics.gauge({
    name: "cenote_media_sweep_age_seconds",
    help: "Time since due video jobs were last read.",
    collect: (gauge) => {
      gauge.set((clock.monotonicMs() - lookedMs) / 1000);
    },
  });
  metrics.gauge({
    name: "cenote_media_overdue_seconds",
    help: "How long the most overdue video job of the last read has been due.",
    collect: (gauge) => {
      gauge.set(earliestDueAtMs === undefined ? 0 : (clock.nowMs() - earliestDueAtMs) / 1000);
    },
  });
  return {
    async due(nowMs, limit) {
      const jobs = await store.due(nowMs, limit);
      lookedMs = clock.monotonicMs();
      earliestDueAtMs = jobs[0]?.dueAtMs;
      return jobs;
    },
  };
};
