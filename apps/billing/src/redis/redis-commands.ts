import { type Clock, within } from "@cenote/core";
import type { Redis, RedisOptions as RedisClientOptions } from "ioredis";
import { ADMIT, FINISH, RENEW, WITHDRAW } from "./limit-scripts";

/** The scripts as commands. Each rejects after the timeout. The caller validates the answer. */
export interface RedisCommands {
  admit(keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  finish(keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  withdraw(keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  renew(keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  close(): void;
}

export interface RedisOptions {
  /** `redis:` or `rediss:`, with user and password if required. */
  readonly url: string;
  readonly clock: Clock;
  /** Timeout of a command; 250 ms by default, because a call waits for it. */
  readonly commandMs?: number;
  /** Timeout of the first connection. */
  readonly connectMs?: number;
}

const COMMAND_LIMIT_MS = 250;
const CONNECT_LIMIT_MS = 2_000;
const KEEP_ALIVE_MS = 10_000;
const RECONNECT_STEP_MS = 100;
const MAX_RECONNECT_MS = 2_000;
/** The client's message for a command that timed out. */
const TIMED_OUT = "Command timed out";

interface Scripted {
  cenoteAdmit(keyCount: number, ...args: readonly (string | number)[]): Promise<unknown>;
  cenoteFinish(keyCount: number, ...args: readonly (string | number)[]): Promise<unknown>;
  cenoteWithdraw(keyCount: number, ...args: readonly (string | number)[]): Promise<unknown>;
  cenoteRenew(keyCount: number, ...args: readonly (string | number)[]): Promise<unknown>;
}

/**
 * Resolves when connected, or after the timeout while it goes on trying. Never rejects for an unreachable Redis; throws if
 * the URL is invalid.
 */
export const connectRedis = async ({
  url,
  clock,
  commandMs = COMMAND_LIMIT_MS,
  connectMs = CONNECT_LIMIT_MS,
}: RedisOptions): Promise<RedisCommands> => {
  const redis = await openClient(url, { commandMs, connectMs });
  // The connection's last error, because the error of a command without a connection has no cause.
  let fault: string | undefined;
  redis
    .on("error", ({ message }: Error) => {
      fault = message;
    })
    .on("ready", () => {
      fault = undefined;
    });
  const scripted = redis as unknown as Scripted;
  await connected(redis, clock, connectMs);

  const answered = async (answer: Promise<unknown>): Promise<unknown> => {
    try {
      return await answer;
    } catch (error) {
      // The peer may be gone without notice: only a new connection can tell.
      if (error instanceof Error && error.message === TIMED_OUT) redis.disconnect(true);
      throw fault === undefined ? error : new Error(fault);
    }
  };
  return {
    admit: (keys, args) => answered(scripted.cenoteAdmit(keys.length, ...keys, ...args)),
    finish: (keys, args) => answered(scripted.cenoteFinish(keys.length, ...keys, ...args)),
    withdraw: (keys, args) => answered(scripted.cenoteWithdraw(keys.length, ...keys, ...args)),
    renew: (keys, args) => answered(scripted.cenoteRenew(keys.length, ...keys, ...args)),
    close() {
      redis.disconnect();
    },
  };
};

const openClient = async (
  url: string,
  { commandMs, connectMs }: Required<Pick<RedisOptions, "commandMs" | "connectMs">>,
): Promise<Redis> => {
  // Loaded here because most starts have no Redis.
  const { Redis: Client } = await import("ioredis");
  const options: RedisClientOptions = {
    commandTimeout: commandMs,
    connectTimeout: connectMs,
    disconnectTimeout: COMMAND_LIMIT_MS,
    keepAlive: KEEP_ALIVE_MS,
    retryStrategy: (times) => Math.min(times * RECONNECT_STEP_MS, MAX_RECONNECT_MS),
    // A command without a connection is not sent later: the call is counted elsewhere by then.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // After a failover the old master's name may lead to a replica for a while.
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
    scripts: {
      cenoteAdmit: { lua: ADMIT },
      cenoteFinish: { lua: FINISH },
      cenoteWithdraw: { lua: WITHDRAW },
      cenoteRenew: { lua: RENEW },
    },
  };
  try {
    return new Client(url, options);
  } catch {
    // The client's error contains the URL, which is a secret.
    throw new Error("REDIS_URL is no URL; what is special in its password has to be percent-encoded");
  }
};

const connected = (redis: Redis, clock: Clock, limitMs: number): Promise<void> =>
  within(
    clock,
    limitMs,
    new Promise<void>((resolve) => {
      redis.once("ready", () => {
        resolve();
      });
    }),
  );
