import { cenoteYaml, type YamlOptions } from "./cenote-yaml";
import { createClient, type Client } from "./client";
import { startSimulator, type Simulator } from "./simulator";
import { startSystem, type System, type SystemOptions } from "./system";

export interface Harness {
  readonly system: System;
  readonly simulator: Simulator;
  readonly client: Client;
}

/** What a test adds to the common `cenote.yaml`. */
export interface MoreCatalog {
  /** Includes the shipped catalog's rows; its providers with a key in the common file are simulated. */
  readonly extends?: "default";
  readonly providers: Readonly<Record<string, object>>;
  readonly models: readonly object[];
  readonly cors?: { readonly origins: readonly string[] };
}

export interface HarnessOptions extends Omit<SystemOptions, "yaml" | "env"> {
  /** A function is called before the system starts, for values known only then. */
  readonly env?:
    | Readonly<Record<string, string>>
    | ((simulatorUrl: string) => Promise<Readonly<Record<string, string>>>);
  /** Options of the common `cenote.yaml`, or another one. */
  readonly yaml?: Omit<YamlOptions, "simulatorUrl"> | ((simulatorUrl: string) => string);
  readonly more?: (simulatorUrl: string) => MoreCatalog | Promise<MoreCatalog>;
}

/** For the calls in the README and the guides. */
export const shippedCatalog = (): MoreCatalog => ({ extends: "default", providers: {}, models: [] });

/** @param yaml From `cenoteYaml`. */
export const withMore = (yaml: string, more: MoreCatalog): string => {
  const catalog = JSON.parse(yaml) as { readonly providers: object; readonly models: readonly object[] };
  return JSON.stringify({
    ...catalog,
    ...more,
    providers: { ...catalog.providers, ...more.providers },
    models: [...catalog.models, ...more.models],
  });
};

/**
 * A system with a simulator for the tests of one file or one `describe`. Call the returned function only inside tests.
 */
export const withSystem = ({ yaml, more, env = {}, ...options }: HarnessOptions = {}): (() => Harness) => {
  let simulator: Simulator | undefined;
  let system: System | undefined;
  beforeAll(async () => {
    simulator = await startSimulator();
    const { url } = simulator;
    const common = typeof yaml === "function" ? yaml(url) : cenoteYaml({ simulatorUrl: url, ...yaml });
    system = await startSystem({
      ...options,
      env: typeof env === "function" ? await env(url) : env,
      yaml: more === undefined ? common : withMore(common, await more(url)),
    });
  });
  afterAll(async () => {
    await system?.dispose();
    await simulator?.stop();
  });
  return () => {
    if (system === undefined || simulator === undefined) throw new Error("the system did not start");
    return { system, simulator, client: createClient(system) };
  };
};
