import {
  type CenoteEnvironment,
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
} from "@cenote/runtime";
import { readStripeSettings, type StripeSettings } from "./stripe/stripe-account";

export interface BillingConfig {
  readonly system: CenoteEnvironment;
  readonly mongodbUri: string;
  readonly probePort: number | undefined;
  readonly proxies: ProxyEnvironment | undefined;
  readonly callbackOrigins: readonly string[];
  readonly stripe: StripeSettings;
  readonly simulatorUrl: string | undefined;
  /** The whole environment, for the variables that cenote.yaml names. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Configuration of this app's separate process. */
const PROCESS_ENVIRONMENT = { mongodbUri: MONGODB_URI, probePort: PROBE_PORT, simulatorUrl: SIMULATOR_URL } as const;

/** Throws EnvironmentError with all mistakes. */
export const readConfig = (env = loadEnvironment()): BillingConfig => {
  const { own, ...shared } = readTogether({
    own: () => readEnvironment(PROCESS_ENVIRONMENT, env),
    system: () => readCenoteEnvironment(env),
    proxies: () => readProxies(env),
    callbackOrigins: () => readCallbackOrigins(env),
    stripe: () => readStripeSettings(env),
  });
  return { ...own, ...shared, env };
};
