export { catalogSettings } from "./catalog-settings";
export { readBuiltDashboard } from "./dashboard/dashboard-files";
export { type MediaFiles, mediaFiles } from "./rest/media/media-files";
export { type Gateway, type GatewayOptions, createGateway } from "./compose";
export { DEFAULT_LIMITS, type GatewayLimits } from "./limits";
