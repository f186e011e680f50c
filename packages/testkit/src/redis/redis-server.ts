import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port";
import { findRedisServer } from "./find-redis";

/** A Redis for one test, without persistence. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Suspends it with its connections open; it answers nothing. */
  pause(): void;
  goOn(): void;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again after a kill: empty, on the same port. */
  restart(): Promise<void>;
  /** Kills it and removes its files. */
  stop(): Promise<void>;
}

export interface RedisServerOptions {
  /** Password that clients must send. */
  readonly password?: string;
  /** Further arguments of the server. */
  readonly args?: readonly string[];
}

const START_LIMIT_MS = 60_000;

export const startRedisServer = async ({ password, args = [] }: RedisServerOptions = {}): Promise<RedisServer> => {
  // oxlint-disable-next-line no-process-env -- tests have no configuration file of their own
  const program = await findRedisServer(process.env);
  const folder = await mkdtemp(join(tmpdir(), "cenote-test-redis-"));
  const port = await freePort();
  const settings = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
    "--save",
    "",
    "--appendonly",
    "no",
    ...(password === undefined ? [] : ["--requirepass", password]),
    ...args,
  ];
  let server = await start(program, settings);
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => {
      server.once("exit", resolve);
    });
    server.kill("SIGKILL");
    await ended;
  };
  return {
    url: `redis://${password === undefined ? "" : `:${password}@`}127.0.0.1:${port}`,
    port,
    pause() {
      server.kill("SIGSTOP");
    },
    goOn() {
      server.kill("SIGCONT");
    },
    kill,
    async restart() {
      server = await start(program, settings);
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const start = (program: string, args: readonly string[]): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const server = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] });
    let text = "";
    const fail = (why: string) => {
      clearTimeout(timer);
      server.kill("SIGKILL");
      reject(new Error(`the Redis of a test ${why}: ${text}`));
    };
    const timer = setTimeout(() => {
      fail("did not start");
    }, START_LIMIT_MS);
    server.once("error", (error) => {
      fail(error.message);
    });
    server.once("exit", () => {
      fail("ended");
    });
    server.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.includes("Ready to accept connections")) return;
      clearTimeout(timer);
      server.removeAllListeners("exit");
      server.stdout.removeAllListeners("data").resume();
      // A test that forgets to stop it must not keep the test run from ending.
      server.unref();
      resolve(server);
    });
  });
