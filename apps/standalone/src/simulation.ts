import { type Catalog, liveProviders } from "@cenote/catalog";
import type { Log } from "@cenote/core";
import { createSimulator } from "@cenote/upstream-simulator";

/** Whether the upstream simulator answers for every provider. With `auto`: as long as no provider has a key. */
export const shouldSimulate = (mode: "auto" | "on" | "off", catalog: Catalog): boolean =>
  mode === "on" || (mode === "auto" && liveProviders(catalog).length === 0);

export interface RunningSimulator {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the simulator on a free port of this machine alone. */
export const startSimulator = async (log: Log): Promise<RunningSimulator> => {
  const simulator = createSimulator({ host: "127.0.0.1", port: 0, log });
  const { url } = await simulator.listen();
  return { url, close: () => simulator.close() };
};
