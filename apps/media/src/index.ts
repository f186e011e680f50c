export { createMedia } from "./compose";
export { exportBucketCredentials } from "./config";
export { createMediaStores } from "./mongo/mongo-stores";
export { openStorage } from "./storage/open-storage";
export type { MediaStores } from "./stores";
export { memoryLimits } from "./memory-limits";
