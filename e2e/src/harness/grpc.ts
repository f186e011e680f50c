import {
  type BillingService,
  BillingServiceDefinition,
  type CallContext,
  type InferenceService,
  InferenceServiceDefinition,
  type MediaService,
  MediaServiceDefinition,
} from "@cenote/contracts";
import { createGrpcClient, type GrpcClientOptions } from "@cenote/rpc";
import { PATIENCE_MS } from "./limits";
import type { System } from "./system";

type Served = Pick<System, "grpcPort" | "token">;

const optionsFor = ({ grpcPort, token }: Served): GrpcClientOptions => ({
  address: `127.0.0.1:${grpcPort}`,
  token,
  deadlineMs: PATIENCE_MS,
});

// The caller closes the client.
export const openBilling = (system: Served) =>
  createGrpcClient<BillingService>(BillingServiceDefinition, optionsFor(system));

export const openInference = (system: Served, more: Partial<Pick<GrpcClientOptions, "tracing">> = {}) =>
  createGrpcClient<InferenceService>(InferenceServiceDefinition, { ...optionsFor(system), ...more });

export const openMedia = (system: Served) => createGrpcClient<MediaService>(MediaServiceDefinition, optionsFor(system));

/** The context of a call that an organization makes without a key. */
export const callContext = (organizationId: string, more: Partial<CallContext> = {}): CallContext => ({
  requestId: "",
  organizationId,
  keyId: "",
  zdr: false,
  idempotencyKey: "",
  ...more,
});
