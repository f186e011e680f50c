import type { Log } from "@cenote/core";
import type { SharedCallLimits } from "../limits/shared-call-limits";
import { createRedisCallLimits } from "./redis-call-limits";
import { connectRedis, type RedisOptions } from "./redis-commands";

/** The URL is a secret, because it may contain a password. */
export interface ConnectLimitsOptions extends RedisOptions {
  readonly log: Log;
}

/** Limits counted in Redis. They reject while it is down. Closed by the caller. */
export const connectRedisLimits = async ({ log, ...options }: ConnectLimitsOptions): Promise<SharedCallLimits> =>
  createRedisCallLimits({ commands: await connectRedis(options), clock: options.clock, log });
