import type { Metrics } from "./metrics";

/** The part of a configuration that knows whether its file is in force. */
interface Refusing {
  isRefused(): boolean;
}

/** Registers whether the configuration file is in force as it stands: if not, the process runs well until it restarts. */
export const showConfig = (metrics: Pick<Metrics, "gauge">, catalog: Refusing): void => {
  metrics.gauge({
    name: "cenote_config_refused",
    help: "1 while cenote.yaml as it stands is not used, because it has mistakes, can't be read or is gone, else 0.",
    collect(gauge) {
      gauge.set(catalog.isRefused() ? 1 : 0);
    },
  });
};
