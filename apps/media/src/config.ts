import {
  addressVariable,
  type CenoteEnvironment,
  type Environment,
  loadEnvironment,
  PROBE_PORT,
  type ProxyEnvironment,
  readCallbackOrigins,
  readCenoteEnvironment,
  readEnvironment,
  readProxies,
  SIMULATOR_URL,
  showToLibraries,
} from "@cenote/runtime";

/** What only the separate process of this app reads. */
const PROCESS_ENVIRONMENT = {
  billingAddress: addressVariable({ name: "CENOTE_BILLING_ADDRESS", about: "Where billing answers gRPC" }),
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

/** Throws with every mistake. */
export const readConfig = (): MediaConfig => {
  const env = loadEnvironment();
  const system = readCenoteEnvironment(env);
  const { billingAddress, simulatorUrl, probePort } = readEnvironment(PROCESS_ENVIRONMENT, env);
  if (system.mongodbUri === undefined) throw new Error("MONGODB_URI is needed: media alone starts no database");
  if (billingAddress === undefined) throw new Error("CENOTE_BILLING_ADDRESS is needed: host:port of billing");
  return {
    system,
    mongodbUri: system.mongodbUri,
    billingAddress,
    simulatorUrl,
    probePort,
    proxies: readProxies(env),
    callbackOrigins: readCallbackOrigins(env),
    env,
  };
};
