import { readStripeSettings, type StripeSettings } from "@cenote/billing";
import {
  type CenoteEnvironment,
  loadEnvironment,
  type ProxyEnvironment,
  readCallbackOrigins,
  readCenoteEnvironment,
  readProxies,
  readTogether,
} from "@cenote/runtime";

export interface StandaloneConfig {
  readonly environment: CenoteEnvironment;
  readonly proxies: ProxyEnvironment | undefined;
  readonly callbackOrigins: readonly string[];
  readonly stripe: StripeSettings;
  /** The whole environment, for the variables that cenote.yaml names. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Throws EnvironmentError with all mistakes. */
export const readConfig = (variables = loadEnvironment()): StandaloneConfig => ({
  ...readTogether({
    environment: () => readCenoteEnvironment(variables),
    proxies: () => readProxies(variables),
    callbackOrigins: () => readCallbackOrigins(variables),
    stripe: () => readStripeSettings(variables),
  }),
  variables,
});
