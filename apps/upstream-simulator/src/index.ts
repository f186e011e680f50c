export { simulatorBaseUrl } from "./base-url";
export { createSimulator, type Simulator, type SimulatorOptions } from "./server";
