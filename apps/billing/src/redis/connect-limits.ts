import type { Clock, Log } from "@cenote/core";
import type { SharedCallLimits } from "../limits/shared-call-limits";
import { createRedisCallLimits } from "./redis-call-limits";
import { connectRedis } from "./redis-commands";

export interface ConnectLimitsOptions {
  /** A secret: it may hold a password. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Limits counted in a Redis, which may be away; they reject until it is back. Closed by the caller. */
export const connectRedisLimits = async ({ url, clock, log }: ConnectLimitsOptions): Promise<SharedCallLimits> =>
  createRedisCallLimits({ commands: await connectRedis({ url, clock }), clock, log });
