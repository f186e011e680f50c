import type { Ledger } from "./ledger/ledger";
import type { LedgerStore } from "./ledger/store";
import type { MetricsOptions } from "./with-metrics";

const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Times the commits of a store: until a block is durable, its seq is taken, or the append fails. */
export const withCommitTimes = (store: LedgerStore, { metrics, clock }: MetricsOptions): LedgerStore => {
  const seconds = metrics.histogram({
    name: "cenote_ledger_commit_seconds",
    help: "Time of one commit.",
    labels: ["outcome"],
    buckets: SECONDS_BUCKETS,
  });
  return {
    ...store,
    async append(block) {
      const startedMs = clock.monotonicMs();
      let outcome: Awaited<ReturnType<LedgerStore["append"]>> | "failed" = "failed";
      try {
        return (outcome = await store.append(block));
      } finally {
        seconds.observe({ outcome }, (clock.monotonicMs() - startedMs) / 1000);
      }
    },
  };
};

/** A gauge of the commands that wait for a commit. */
export const showWaitingCommands = (
  { metrics }: Pick<MetricsOptions, "metrics">,
  ledger: Pick<Ledger, "waitingCommands">,
): void => {
  metrics.gauge({
    name: "cenote_ledger_waiting_commands",
    help: "Holds, settlements and the like that wait for a commit.",
    collect: (gauge) => {
      gauge.set(ledger.waitingCommands());
    },
  });
};
