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
  exportToProcess,
} from "@cenote/runtime";

/** Read only when this app runs as a process of its own. */
const PROCESS_ENVIRONMENT = {
  mongodbUri: MONGODB_URI,
  billingAddress: BILLING_ADDRESS,
  simulatorUrl: SIMULATOR_URL,
  probePort: PROBE_PORT,
} as const;

/**
 * Copies a bucket's credentials from `.env` into the process's own environment, which is the one the S3 client reads.
 */
export const exportBucketCredentials = (env: Environment): void => {
  exportToProcess(env, "AWS_");
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
