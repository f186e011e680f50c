import {
  BILLING_ADDRESS,
  type CenoteEnvironment,
  loadEnvironment,
  MONGODB_URI,
  PROBE_PORT,
  type ProxyEnvironment,
  readCenoteEnvironment,
  readEnvironment,
  readProxies,
  readTogether,
  SIMULATOR_URL,
} from "@cenote/runtime";

/** Variables that only the separate process of this app reads. */
const PROCESS_ENVIRONMENT = {
  mongodbUri: MONGODB_URI,
  billingAddress: BILLING_ADDRESS,
  simulatorUrl: SIMULATOR_URL,
  probePort: PROBE_PORT,
} as const;

export interface InferenceConfig {
  readonly system: CenoteEnvironment;
  readonly mongodbUri: string;
  readonly billingAddress: string;
  readonly simulatorUrl: string | undefined;
  readonly proxies: ProxyEnvironment | undefined;
  readonly probePort: number | undefined;
  /** The whole environment, for the provider keys that cenote.yaml names. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Throws EnvironmentError with all mistakes. */
export const readConfig = (env = loadEnvironment()): InferenceConfig => {
  const { own, ...shared } = readTogether({
    own: () => readEnvironment(PROCESS_ENVIRONMENT, env),
    system: () => readCenoteEnvironment(env),
    proxies: () => readProxies(env),
  });
  return { ...own, ...shared, env };
};
