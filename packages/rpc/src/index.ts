export type {
  MessageCodec,
  MethodDefinition,
  MethodDefinitionFor,
  ServiceDefinition,
  ServiceDefinitionFor,
} from "./definition";
export { createGrpcClient, type GrpcClient, type GrpcClientOptions } from "./grpc-client";
export { createInFlight, type InFlight } from "./in-flight";
export { inProcess, type InProcessOptions } from "./in-process";
export { DEFAULT_MAX_MESSAGE_BYTES, messageLimitFor } from "./message-limit";
export { callBilling, callInference, callMedia, type ServiceClientOptions } from "./service-clients";
