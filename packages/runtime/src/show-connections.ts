import type { Metrics } from "./metrics";

/** The part of a service's client that knows whether it is connected. */
interface Connected {
  isConnected(): boolean;
}

/**
 * Registers whether the services that this process calls can be reached: a process that is cut off looks healthy in
 * every other metric.
 */
export const showConnections = (
  metrics: Pick<Metrics, "gauge">,
  services: Readonly<Record<string, Connected>>,
): void => {
  metrics.gauge({
    name: "cenote_service_connected",
    help: "1 while this process is connected to a replica of the service it calls, else 0.",
    labels: ["service"],
    collect(gauge) {
      for (const [service, client] of Object.entries(services)) gauge.set({ service }, client.isConnected() ? 1 : 0);
    },
  });
};
