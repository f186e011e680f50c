import {
  addressVariable,
  type CenoteEnvironment,
  loadEnvironment,
  PROBE_PORT,
  type ProxyEnvironment,
  readCenoteEnvironment,
  readEnvironment,
  readProxies,
  SIMULATOR_URL,
} from "@cenote/runtime";

/** What only the separate process of this app reads. */
const INFERENCE_ENVIRONMENT = {
  billingAddress: addressVariable({ name: "CENOTE_BILLING_ADDRESS", about: "Where billing answers gRPC" }),
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

/** Throws with every mistake. */
export const readConfig = (): InferenceConfig => {
  const env = loadEnvironment();
  const { billingAddress, simulatorUrl, probePort } = readEnvironment(INFERENCE_ENVIRONMENT, env);
  if (billingAddress === undefined) throw new Error("CENOTE_BILLING_ADDRESS is needed: host:port of billing");
  const system = readCenoteEnvironment(env);
  if (system.mongodbUri === undefined) throw new Error("MONGODB_URI is needed: inference alone starts no database");
  return {
    system,
    mongodbUri: system.mongodbUri,
    billingAddress,
    simulatorUrl,
    probePort,
    proxies: readProxies(env),
    env,
  };
};
