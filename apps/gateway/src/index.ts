export { type Gateway, type GatewayOptions, createGateway } from "./compose";
export { DEFAULT_LIMITS, type GatewayLimits } from "./limits";
