import { spawn } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, extname, join } from "node:path";
import { createInterface } from "node:readline";
import type { KeeperOrder, KeeperRecord } from "./keeper.mjs" with { "resolution-mode": "import" };
import { type Lease, takeLease } from "./lease";
import { poll } from "./poll";

/** Run from the sources, this is the TypeScript file; a built program has a built keeper beside it. */
const KEEPER = join(__dirname, extname(__filename) === ".ts" ? "keeper.mts" : "keeper.js");

const LISTEN_LIMIT_MS = 60_000;

/** Starts a server under a keeper and waits until it accepts connections. Throws with the end of its log if it does not. */
export const keepServer = async (order: KeeperOrder): Promise<Lease> => {
  await mkdir(dirname(order.recordFile), { recursive: true });
  await mkdir(dirname(order.logFile), { recursive: true });
  const lease = await takeLease(await startKeeper(order), order.recordFile);
  if (typeof lease === "string")
    throw new Error(
      lease === "silent"
        ? "The keeper of the database server does not answer."
        : "The keeper of the database server ended at once.",
    );
  let ended: string | undefined;
  void lease.ended.then((how) => {
    ended = how;
  });
  const settled = await poll(async () => (ended !== undefined || (await accepts(order.port)) ? true : undefined), {
    everyMs: 20,
    limitMs: LISTEN_LIMIT_MS,
  });
  if (settled === true && ended === undefined) return lease;
  const how = ended ?? `it did not listen within ${LISTEN_LIMIT_MS / 1000} s`;
  await lease.giveBack();
  throw new Error(`The database server did not start: ${order.command} ${order.args.join(" ")}: ${how}`);
};

/** The record of a running server; undefined without a readable record file. */
export const readRecord = async (recordFile: string): Promise<KeeperRecord | undefined> => {
  try {
    return JSON.parse(await readFile(recordFile, "utf8")) as KeeperRecord;
  } catch {
    return undefined;
  }
};

/**
 * Detached, so that an interrupt typed in the terminal reaches only this process, which then stops the server last.
 * @returns The port on which the keeper grants leases.
 */
const startKeeper = (order: KeeperOrder): Promise<number> =>
  new Promise((resolve, reject) => {
    const keeper = spawn(process.execPath, [KEEPER, JSON.stringify(order)], {
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    keeper.once("error", reject);
    keeper.once("exit", (code) => {
      reject(new Error(`The keeper of the database server ended at once, exit code ${String(code)}.`));
    });
    const { stdout } = keeper;
    // Undefined, despite the types, if no file handles are left; the `error` event then has the cause.
    if ((stdout as unknown) === undefined) return;
    createInterface({ input: stdout }).once("line", (line) => {
      stdout.destroy();
      keeper.unref();
      resolve(Number(line));
    });
  });

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      resolve(true);
      socket.destroy();
    });
    socket.once("error", () => {
      resolve(false);
    });
  });
