import {
  type CenoteEnvironment,
  loadEnvironment,
  PROBE_PORT,
  type ProxyEnvironment,
  readCallbackOrigins,
  readCenoteEnvironment,
  readEnvironment,
  readProxies,
} from "@cenote/runtime";

export interface BillingConfig {
  readonly system: CenoteEnvironment;
  readonly mongodbUri: string;
  readonly probePort: number | undefined;
  readonly proxies: ProxyEnvironment | undefined;
  readonly callbackOrigins: readonly string[];
  /** The whole environment, for the variables that cenote.yaml names. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Throws with every mistake. */
export const readConfig = (): BillingConfig => {
  const env = loadEnvironment();
  const system = readCenoteEnvironment(env);
  const { probePort } = readEnvironment({ probePort: PROBE_PORT }, env);
  if (system.mongodbUri === undefined) throw new Error("MONGODB_URI is needed: billing alone starts no database");
  return {
    system,
    mongodbUri: system.mongodbUri,
    probePort,
    proxies: readProxies(env),
    callbackOrigins: readCallbackOrigins(env),
    env,
  };
};
