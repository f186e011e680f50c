import type { FailoverCallLimits } from "./limits/failover-call-limits";
import type { MetricsOptions } from "./with-metrics";

/**
 * Metrics of shared limits: whether they are shared at present, and the calls that this process counted alone.
 * @param create Receives the callback for each call that this process counts alone.
 */
export const showSharing = (
  { metrics }: Pick<MetricsOptions, "metrics">,
  create: (onOwnCall: () => void) => FailoverCallLimits,
): FailoverCallLimits => {
  const ownCalls = metrics
    .counter({
      name: "cenote_limits_own_calls_total",
      help: "Calls this process counted for itself, since the shared limits could not.",
    })
    .labels();
  const limits = create(() => {
    ownCalls.inc();
  });
  metrics.gauge({
    name: "cenote_limits_shared",
    help: "1 while limits are counted together with other replicas, 0 while this process counts for itself.",
    collect: (gauge) => {
      gauge.set(limits.isShared() ? 1 : 0);
    },
  });
  return limits;
};
