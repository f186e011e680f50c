import { join } from "node:path";
import { type Catalog, type CatalogSource, liveProviders } from "@cenote/catalog";
import type { Log } from "@cenote/core";
import { createSimulator } from "@cenote/upstream-simulator";

/** Whether the upstream simulator replaces every provider. With `auto`: while no provider has a key. */
export const shouldSimulate = (mode: "auto" | "on" | "off", catalog: Catalog): boolean =>
  mode === "on" || (mode === "auto" && liveProviders(catalog).length === 0);

export interface SimulationWatch {
  readonly mode: "auto" | "on" | "off";
  readonly catalog: CatalogSource;
  readonly isSimulated: boolean;
  readonly log: Log;
}

/** The choice is made at start-up. Logs a configuration edit that would change it. */
export const logSimulationChange = ({ mode, catalog, isSimulated, log }: SimulationWatch): void => {
  catalog.onChange((changed) => {
    if (shouldSimulate(mode, changed) === isSimulated) return;
    if (isSimulated)
      log.warn(
        { providers: liveProviders(changed) },
        "providers are usable now, but the simulator stands in for all of them until the next start",
      );
    else
      log.warn(
        {},
        "no provider has a key any more: no model is usable, and from the next start on the simulator is used",
      );
  });
};

export interface RunningSimulator {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the simulator on a free loopback port. Its running videos outlast a restart, as a provider's do. */
export const startSimulator = async (log: Log, dataDir: string): Promise<RunningSimulator> => {
  const simulator = createSimulator({
    host: "127.0.0.1",
    port: 0,
    log,
    jobsFile: join(dataDir, "simulated-videos.jsonl"),
  });
  const { url } = await simulator.listen();
  return { url, close: () => simulator.close() };
};
