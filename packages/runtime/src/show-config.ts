import type { Metrics } from "./metrics";

/** The part of a configuration that knows whether its current file is in use. */
interface Refusing {
  isRefused(): boolean;
}

/** Registers whether the current configuration file is in use. If not, the process works until it restarts. */
export const showConfig = (metrics: Pick<Metrics, "gauge">, catalog: Refusing): void => {
  metrics.gauge({
    name: "cenote_config_refused",
    help: "1 while cenote.yaml as it stands is not used, because it has mistakes, can't be read or is gone, else 0.",
    collect(gauge) {
      gauge.set(catalog.isRefused() ? 1 : 0);
    },
  });
};
