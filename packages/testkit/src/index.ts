export * from "./deferred";
export { findKubernetesTools, type KubernetesTools } from "./kubernetes/find-kubernetes-tools";
export * from "./manual-clock";
export { pythonEnvironment, type PythonEnvironmentOptions } from "./python/python-environment";
export { findRedisServer } from "./redis/find-redis";
export { type RedisServer, type RedisServerOptions, startRedisServer } from "./redis/redis-server";
export * from "./seeded-ids";
export * from "./seeded-random";
