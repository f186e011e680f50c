export { catalogSettings } from "./catalog-settings";
export { readBuiltDashboard } from "./dashboard/dashboard-files";
export { type MediaFiles, mediaFiles } from "./media-files";
export type { GatewayOptions } from "./compose";
export { type Gateway, createGateway } from "./gateway";
export { DEFAULT_LIMITS, type GatewayLimits, memoryLimits } from "./limits";
