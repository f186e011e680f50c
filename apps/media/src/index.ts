export { type Media, type MediaOptions, createMedia } from "./compose";
export { showBucketCredentials } from "./config";
export { createMediaStores } from "./mongo/mongo-stores";
export { openStorage, type OpenStorageOptions } from "./storage/open-storage";
export type { MediaStorage } from "./storage/storage";
export type { MediaStores } from "./stores";
export { memoryLimits } from "./memory-limits";
