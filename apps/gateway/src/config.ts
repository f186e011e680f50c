import {
  addressVariable,
  BILLING_ADDRESS,
  type CenoteEnvironment,
  loadEnvironment,
  readCenoteEnvironment,
  readEnvironment,
  readTogether,
} from "@cenote/runtime";

/** Variables that only this app as a process of its own reads. */
const PROCESS_ENVIRONMENT = {
  billingAddress: BILLING_ADDRESS,
  inferenceAddress: addressVariable({ name: "CENOTE_INFERENCE_ADDRESS", about: "Where inference answers gRPC" }),
  mediaAddress: addressVariable({ name: "CENOTE_MEDIA_ADDRESS", about: "Where media answers gRPC" }),
} as const;

export interface GatewayConfig {
  readonly system: CenoteEnvironment;
  readonly billingAddress: string;
  readonly inferenceAddress: string;
  readonly mediaAddress: string;
  /** The whole environment, for the variables that cenote.yaml names. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Throws EnvironmentError with all mistakes. */
export const readConfig = (env = loadEnvironment()): GatewayConfig => {
  const { own, system } = readTogether({
    own: () => readEnvironment(PROCESS_ENVIRONMENT, env),
    system: () => readCenoteEnvironment(env),
  });
  return { ...own, system, env };
};
