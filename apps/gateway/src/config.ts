import {
  addressVariable,
  type CenoteEnvironment,
  loadEnvironment,
  readCenoteEnvironment,
  readEnvironment,
} from "@cenote/runtime";

/** What only the separate process of this app reads. */
const GATEWAY_ENVIRONMENT = {
  billingAddress: addressVariable({ name: "CENOTE_BILLING_ADDRESS", about: "Where billing answers gRPC" }),
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

/** Throws with every mistake. */
export const readConfig = (): GatewayConfig => {
  const env = loadEnvironment();
  const { billingAddress, inferenceAddress, mediaAddress } = readEnvironment(GATEWAY_ENVIRONMENT, env);
  if (billingAddress === undefined || inferenceAddress === undefined || mediaAddress === undefined) {
    throw new Error(
      "CENOTE_BILLING_ADDRESS, CENOTE_INFERENCE_ADDRESS and CENOTE_MEDIA_ADDRESS are needed: host:port of billing, inference and media",
    );
  }
  return { system: readCenoteEnvironment(env), billingAddress, inferenceAddress, mediaAddress, env };
};
