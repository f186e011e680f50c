export * from "./deferred";
export * from "./manual-clock";
export * from "./seeded-ids";
export * from "./seeded-random";
export { findRedisServer } from "./redis/find-redis";
export { type RedisServer, type RedisServerOptions, startRedisServer } from "./redis/redis-server";
