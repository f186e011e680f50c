import { silentLog } from "@cenote/core";
import { createSimulator, type Simulator, type SimulatorOptions } from "../index";

/** Starts a simulator before the first test of the calling file or group, and closes it after the last. */
export const withSimulator = (options: Pick<SimulatorOptions, "clock"> = {}): { readonly url: string } => {
  let simulator: Simulator | undefined;
  const running = { url: "" };
  beforeAll(async () => {
    simulator = createSimulator({ host: "127.0.0.1", port: 0, log: silentLog, ...options });
    ({ url: running.url } = await simulator.listen());
  });
  afterAll(() => simulator?.close());
  return running;
};
