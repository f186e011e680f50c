export { grpcAddress } from "./grpc-address";
export { createGrpcClient, type GrpcClientOptions } from "./grpc-client";
export { createInFlight } from "./in-flight";
export { inProcess } from "./in-process";
export { messageLimitFor } from "./message-limit";
export { callBilling, callInference, callMedia } from "./service-clients";
