/**
 * Runs one database server as long as there is a lease on it. A lease is an open connection to the keeper's port. The
 * operating system closes it however its holder dies, so a server never outlives its clients. A separate program, started
 * by `keep-server.ts`; it imports nothing of this package.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, type Socket, createServer } from "node:net";

/** The keeper's input, as JSON in its first argument. */
export interface KeeperOrder {
  readonly command: string;
  readonly args: readonly string[];
  /** Output of the server. */
  readonly logFile: string;
  /** File for the `KeeperRecord`. */
  readonly recordFile: string;
  /** Port that the server listens on. */
  readonly port: number;
  /** One lease at a time, or any number. */
  readonly exclusive: boolean;
  /** How long the server runs on after the last lease has ended. */
  readonly lingerMs: number;
  /** How long the server may take to stop before it is killed; 0 kills it at once. */
  readonly stopLimitMs: number;
  /** Folder to remove at the end. */
  readonly temporaryFolder?: string;
}

/** Content of the record file while the server runs. */
export interface KeeperRecord {
  readonly keeperPid: number;
  /** Port for leases. */
  readonly keeperPort: number;
  readonly serverPid: number;
  /** Port of the server. */
  readonly port: number;
}

/**
 * One line of JSON to each connection. A connection with a lease gets a second line if the server ends by itself. `ended`
 * is the first line if the server could not be started.
 */
export type KeeperMessage =
  | { readonly type: "granted"; readonly recordFile: string; readonly record: KeeperRecord }
  | { readonly type: "busy"; readonly recordFile: string }
  | { readonly type: "ended"; readonly how: string };

const FIRST_LEASE_LIMIT_MS = 10_000;
const LAST_WORDS_LIMIT_MS = 50;
const LOG_TAIL_CHARACTERS = 2_000;

const order = JSON.parse(process.argv[2] ?? "") as KeeperOrder;
const leases = new Set<Socket>();
/** Leases that were given back. Kept half open: the close signals that the server has ended. */
const ending = new Set<Socket>();
let server: ChildProcess | undefined;
let record: KeeperRecord | undefined;
let stopping = false;
/** Why the server is stopped despite its leases. */
let failure: string | undefined;
/** Where this server's output begins in the log, after that of earlier ones. */
let logStartBytes = 0;

const say = (socket: Socket, message: KeeperMessage) => {
  socket.write(`${JSON.stringify(message)}\n`);
};

const stop = () => {
  if (stopping) return;
  stopping = true;
  // No more leases: later clients find the port closed and wait for the server's end.
  listener.close();
  if (server === undefined) process.exit(0);
  if (order.stopLimitMs === 0) {
    server.kill("SIGKILL");
    return;
  }
  server.kill("SIGTERM");
  setTimeout(() => server?.kill("SIGKILL"), order.stopLimitMs);
};

const idleTimer = setTimeout(stop, FIRST_LEASE_LIMIT_MS);

const logTail = (): string => {
  try {
    return readFileSync(order.logFile).subarray(logStartBytes).toString().slice(-LOG_TAIL_CHARACTERS).trim();
  } catch {
    return "";
  }
};

const removeRecord = () => {
  try {
    const current = JSON.parse(readFileSync(order.recordFile, "utf8")) as KeeperRecord;
    if (current.keeperPid === process.pid) rmSync(order.recordFile, { force: true });
  } catch {
    // There is none.
  }
};

const finish = (how: string) => {
  const message = { type: "ended", how: `${how}\n${logTail()}` } as const;
  removeRecord();
  if (order.temporaryFolder !== undefined)
    rmSync(order.temporaryFolder, { recursive: true, force: true, maxRetries: 3 });
  for (const socket of leases) {
    say(socket, message);
    socket.end();
  }
  for (const socket of ending) socket.destroy();
  setTimeout(() => process.exit(0), LAST_WORDS_LIMIT_MS);
};

const startServer = (keeperPort: number): KeeperRecord => {
  const log = openSync(order.logFile, "a");
  logStartBytes = fstatSync(log).size;
  server = spawn(order.command, order.args, { stdio: ["ignore", log, log] });
  closeSync(log);
  server.on("error", (error) => {
    finish(error.message);
  });
  server.on("exit", (code, signal) => {
    stopping = true;
    finish(failure ?? (signal === null ? `exit code ${String(code)}` : `signal ${signal}`));
  });
  const started = { keeperPid: process.pid, keeperPort, serverPid: server.pid ?? 0, port: order.port };
  writeFileSync(`${order.recordFile}.new`, JSON.stringify(started));
  renameSync(`${order.recordFile}.new`, order.recordFile);
  return started;
};

/** Stops a server whose record could not be written: no later process could find it. */
const fail = (error: Error) => {
  stopping = true;
  failure = error.message;
  server?.kill("SIGKILL");
  rmSync(`${order.recordFile}.new`, { force: true });
  if (server?.pid === undefined) finish(failure);
};

const listener = createServer({ allowHalfOpen: true }, (socket) => {
  socket.on("error", () => socket.destroy());
  if (stopping || (order.exclusive && leases.size > 0)) {
    say(socket, { type: "busy", recordFile: order.recordFile });
    socket.end();
    return;
  }
  clearTimeout(idleTimer);
  leases.add(socket);
  socket.on("end", () => {
    if (order.exclusive) ending.add(socket);
    else socket.destroy();
  });
  const giveBack = () => {
    if (!leases.delete(socket) || leases.size > 0) return;
    setTimeout(() => {
      if (leases.size === 0) stop();
    }, order.lingerMs);
  };
  socket.on("end", giveBack);
  socket.on("close", giveBack);
  socket.resume();
  try {
    record ??= startServer((listener.address() as AddressInfo).port);
  } catch (error) {
    fail(error as Error);
    return;
  }
  say(socket, { type: "granted", recordFile: order.recordFile, record });
});

// Whatever error occurs here: the server must not outlive its keeper.
process.on("uncaughtException", () => {
  server?.kill("SIGKILL");
  process.exit(1);
});
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
process.on("SIGHUP", () => {});

listener.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(listener.address() as AddressInfo).port}\n`);
});
