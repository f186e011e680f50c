import {
  type BillingService,
  BillingServiceDefinition,
  type InferenceService,
  InferenceServiceDefinition,
  type MediaService,
  MediaServiceDefinition,
} from "@cenote/contracts";
import type { ServiceDefinitionFor } from "./definition";
import { createGrpcClient, type GrpcClient, type GrpcClientOptions } from "./grpc-client";

export interface ServiceClientOptions extends Omit<GrpcClientOptions, "deadlineMs"> {
  /** Closes the client when the process stops. */
  readonly lifecycle: { onStop(name: string, stop: () => void): void };
}

const BILLING_DEADLINE_MS = 15_000;
/** Longer than all of inference's own limits of a call. It is for an inference process that hangs. */
const INFERENCE_DEADLINE_MS = 30 * 60_000;
/** Images take at most a minute, a watched video much longer. */
const MEDIA_DEADLINE_MS = 8 * 3_600_000;

const callerOf =
  <S extends object>(name: string, definition: ServiceDefinitionFor<S>, deadlineMs: number) =>
  ({ lifecycle, ...options }: ServiceClientOptions): GrpcClient<S> => {
    const client = createGrpcClient<S>(definition, { ...options, deadlineMs });
    lifecycle.onStop(`${name} client`, () => {
      client.close();
    });
    return client;
  };

/** The clients with which every process calls a service. Each has its deadline, and closes when the process stops. */
export const callBilling = callerOf<BillingService>("billing", BillingServiceDefinition, BILLING_DEADLINE_MS);
export const callInference = callerOf<InferenceService>("inference", InferenceServiceDefinition, INFERENCE_DEADLINE_MS);
export const callMedia = callerOf<MediaService>("media", MediaServiceDefinition, MEDIA_DEADLINE_MS);
