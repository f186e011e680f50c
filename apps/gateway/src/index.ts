export { catalogSettings } from "./catalog-settings";
export { readBuiltDashboard } from "./dashboard/dashboard-files";
export { mediaFiles } from "./media-files";
export { createGateway } from "./gateway";
export { memoryLimits } from "./limits";
