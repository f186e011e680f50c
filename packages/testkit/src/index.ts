export * from "./deferred";
export * from "./free-port";
export { findKubernetesTools } from "./kubernetes/find-kubernetes-tools";
export * from "./manual-clock";
export { pythonEnvironment } from "./python/python-environment";
export { findRedisServer } from "./redis/find-redis";
export { type RedisServer, startRedisServer } from "./redis/redis-server";
export * from "./seeded-ids";
export * from "./seeded-random";
