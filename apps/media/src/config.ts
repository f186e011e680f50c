import {
  BILLING_ADDRESS,
  type CenoteEnvironment,
  type Environment,
  loadEnvironment,
  MONGODB_URI,
  PROBE_PORT,
  type ProxyEnvironment,
  readCallbackOrigins,
  readCenoteEnvironment,
  readEnvironment,
  readProxies,
  readTogether,
  SIMULATOR_URL,
  showToLibraries,
} from "@cenote/runtime";

/** What only the separate process of this app reads. */
const PROCESS_ENVIRONMENT = {
  mongodbUri: MONGODB_URI,
  billingAddress: BILLING_ADDRESS,
  simulatorUrl: SIMULATOR_URL,
  probePort: PROBE_PORT,
} as const;

/** Makes what `.env` says of a bucket's credentials known to its client, which reads the process's own environment. */
export const showBucketCredentials = (env: Environment): void => {
  showToLibraries(env, "AWS_");
};

export interface MediaConfig {
  readonly system: CenoteEnvironment;
  readonly mongodbUri: string;
  readonly billingAddress: string;
  readonly simulatorUrl: string | undefined;
  readonly proxies: ProxyEnvironment | undefined;
  readonly probePort: number | undefined;
  readonly callbackOrigins: readonly string[];
  /** The whole environment, for the provider keys that cenote.yaml names. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Throws EnvironmentError with all mistakes. */
export const readConfig = (env = loadEnvironment()): MediaConfig => {
  const { own, ...shared } = readTogether({
    own: () => readEnvironment(PROCESS_ENVIRONMENT, env),
    system: () => readCenoteEnvironment(env),
    proxies: () => readProxies(env),
    callbackOrigins: () => readCallbackOrigins(env),
  });
  return { ...own, ...shared, env };
};
