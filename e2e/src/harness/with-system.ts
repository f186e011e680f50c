import { cenoteYaml, type YamlOptions } from "./cenote-yaml";
import { createClient, type Client } from "./client";
import { startSimulator, type Simulator } from "./simulator";
import { startSystem, type System, type SystemOptions } from "./system";

export interface Bench {
  readonly system: System;
  readonly simulator: Simulator;
  readonly client: Client;
}

export interface BenchOptions extends Omit<SystemOptions, "yaml"> {
  readonly yaml?: Omit<YamlOptions, "simulatorUrl">;
}

/** A system over a simulator for the tests of one file or one `describe`. Ask for it inside of tests alone. */
export const withSystem = ({ yaml, ...options }: BenchOptions = {}): (() => Bench) => {
  let simulator: Simulator | undefined;
  let system: System | undefined;
  beforeAll(async () => {
    simulator = await startSimulator();
    system = await startSystem({ ...options, yaml: cenoteYaml({ simulatorUrl: simulator.url, ...yaml }) });
  }, 300_000);
  afterAll(async () => {
    await system?.dispose();
    await simulator?.stop();
  });
  return () => {
    if (system === undefined || simulator === undefined) throw new Error("the system did not start");
    return { system, simulator, client: createClient(system) };
  };
};
