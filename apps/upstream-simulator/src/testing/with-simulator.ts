import { silentLog } from "@cenote/core";
import { createSimulator, type Simulator, type SimulatorOptions } from "../index";

/** A simulator for the tests of the file or group that calls this: it runs from before the first until after the last. */
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
