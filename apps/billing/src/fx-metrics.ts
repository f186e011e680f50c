import type { Fx } from "./pricing/fx";
import type { MetricsOptions } from "./with-metrics";

/** Metrics of the exchange rate in force: its age, and whether it is stale. */
export const showRate = ({ metrics }: Pick<MetricsOptions, "metrics">, fx: Pick<Fx, "freshness">): void => {
  metrics.gauge({
    name: "cenote_fx_rate_age_seconds",
    help: "Time since the fetched exchange rate in force was set; NaN for one that does not age, and where there is none.",
    collect: (gauge) => {
      const { ageMs } = fx.freshness();
      gauge.set(ageMs === undefined ? Number.NaN : ageMs / 1000);
    },
  });
  metrics.gauge({
    name: "cenote_fx_rate_stale",
    help: "1 while there is no exchange rate, it is older than max_age_hours, or its source is not believed for an hour, else 0.",
    collect: (gauge) => {
      gauge.set(fx.freshness().isStale ? 1 : 0);
    },
  });
};
