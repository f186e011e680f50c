import type { InsuredCallLimits } from "./limits/insured-call-limits";
import type { MetricsOptions } from "./with-metrics";

/** Shows whether limits are counted together with other replicas. @returns What was given. */
export const showSharing = ({ metrics }: Pick<MetricsOptions, "metrics">, limits: InsuredCallLimits): InsuredCallLimits => {
  metrics.gauge({
    name: "cenote_limits_shared", help: "1 while limits are counted together with other replicas, 0 while this process counts for itself.",
    collect: (gauge) => { gauge.set(limits.isShared() ? 1 : 0); },
  });
  metrics.gauge({
    name: "cenote_limits_own_calls", help: "Calls since the start that this process counted for itself, since the shared limits could not.",
    collect: (gauge) => { gauge.set(limits.ownCalls()); },
  });
  return limits;
};
