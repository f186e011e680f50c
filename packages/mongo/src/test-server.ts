import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Engine } from "./engine";
import { withFileLock } from "./file-lock";
import { freePort } from "./free-port";
import { keepServer, readRecord } from "./keep-server";
import { type Lease, takeLease } from "./lease";
import { commandLine, isAlive, sendSignal } from "./process-alive";

/** Between two test files of one run there may be no lease. */
const LINGER_MS = 4_000;
const START_LIMIT_MS = 300_000;

export interface TestServerOptions {
  /** Name of the test run. Equal names share a server. */
  readonly run: string;
  /** Folder of all test servers' files, shared by all runs. */
  readonly folder: string;
  /** How long the server waits for another lease after the last. */
  readonly lingerMs?: number;
  readonly withEngine: (use: (engine: Engine) => Promise<Lease>) => Promise<Lease>;
}

/**
 * Joins the server of a test run, or starts it. The server and its files are removed a few seconds after the last lease,
 * whether that was given back or its holder died. Its writes do not wait for the disk.
 */
export const joinTestServer = async (options: TestServerOptions): Promise<Lease> => {
  const { run, folder } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const recordFile = join(folder, `${run}.json`);
  return (
    (await joinRunning(recordFile)) ??
    withFileLock(
      join(folder, `${run}.lock`),
      { limitMs: START_LIMIT_MS },
      async () => (await joinRunning(recordFile)) ?? start(options, recordFile),
    )
  );
};

const joinRunning = async (recordFile: string): Promise<Lease | undefined> => {
  const record = await readRecord(recordFile);
  if (record === undefined) return undefined;
  const lease = await takeLease(record.keeperPort, recordFile);
  return typeof lease === "string" ? undefined : lease;
};

const start = async (options: TestServerOptions, recordFile: string): Promise<Lease> => {
  await removeDead(options.folder);
  return options.withEngine((engine) => startEngine(engine, options, recordFile));
};

const startEngine = async (
  engine: Engine,
  { run, folder, lingerMs = LINGER_MS }: TestServerOptions,
  recordFile: string,
): Promise<Lease> => {
  const own = join(folder, `${run}-${randomUUID()}`);
  const data = join(own, "data");
  await mkdir(data, { recursive: true });
  const port = await freePort();
  const lease = await keepServer({
    command: engine.command,
    args: engine.args({ folder: data, port, durable: false }),
    logFile: join(own, "server.log"),
    recordFile,
    port,
    exclusive: false,
    lingerMs,
    stopLimitMs: 0,
    temporaryFolder: own,
  });
  try {
    await engine.prepare?.(port);
    return lease;
  } catch (error) {
    await lease.giveBack();
    throw error;
  }
};

/** Servers and files of runs whose keeper was itself killed. */
const removeDead = async (folder: string): Promise<void> => {
  const names = await readdir(folder);
  for (const name of names.filter((name) => name.endsWith(".json"))) {
    const record = await readRecord(join(folder, name));
    if (record === undefined || isAlive(record.keeperPid)) continue;
    if ((await commandLine(record.serverPid)).includes(folder)) sendSignal(record.serverPid, "SIGKILL");
    await rm(join(folder, name), { force: true });
    const run = basename(name, ".json");
    for (const left of names.filter((name) => name.startsWith(`${run}-`)))
      await rm(join(folder, left), { recursive: true, force: true });
  }
};
