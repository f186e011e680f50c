import type { Log } from "@cenote/core";
import type { SharedCallLimits } from "../limits/shared-call-limits";
import { createRedisCallLimits } from "./redis-call-limits";
import { connectRedis, type RedisOptions } from "./redis-commands";

/** The URL is a secret: it may hold a password. */
export interface ConnectLimitsOptions extends RedisOptions {
  readonly log: Log;
}

/** Limits counted in a Redis, which may be away; they reject until it is back. Closed by the caller. */
export const connectRedisLimits = async ({ log, ...options }: ConnectLimitsOptions): Promise<SharedCallLimits> =>
  createRedisCallLimits({ commands: await connectRedis(options), clock: options.clock, log });
