import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DataFolderError, DataFolderInUseError, inDataFolder } from "./data-folder-error";
import type { Engine, EngineFamily } from "./engine";
import { freePort } from "./free-port";
import { keepServer, readRecord } from "./keep-server";
import type { KeeperRecord } from "./keeper.mjs" with { "resolution-mode": "import" };
import { type Lease, takeLease } from "./lease";
import { poll } from "./poll";
import { commandLine, processesWith, sendSignal } from "./process-alive";

const FAMILIES: readonly EngineFamily[] = ["mongod", "secantusdb"];
const STOP_LIMIT_MS = 15_000;
const KILL_LIMIT_MS = 5_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** Paths in a data folder. */
export const dataPaths = (dataDir: string) => ({
  files: (family: EngineFamily) => join(dataDir, family === "mongod" ? "mongo" : "secantusdb"),
  log: join(dataDir, "mongo-server.log"),
  record: join(dataDir, "mongo-server.json"),
  port: join(dataDir, "mongo-server.port"),
  lock: join(dataDir, "mongo-server.lock"),
});

/** The server family of a data folder's files. Another family would show the folder as empty. */
export const keptFamily = async (dataDir: string): Promise<EngineFamily | undefined> => {
  const { files } = dataPaths(dataDir);
  for (const family of FAMILIES) {
    if (!(await isEmpty(files(family)))) return family;
  }
  return undefined;
};

/**
 * Runs the server of a data folder under an exclusive lease. Throws DataFolderError if none can run over it.
 * @param again For a restart: the files must exist, and clients know the port.
 */
export const startDataServer = async (
  engine: Engine,
  dataDir: string,
  again?: { readonly port: number },
): Promise<Lease> => {
  const paths = dataPaths(dataDir);
  const folder = paths.files(engine.family);
  const isNew = await isEmpty(folder);
  // A new, empty folder would be an empty ledger.
  if (isNew && again !== undefined) throw new DataFolderError(`The files of the database are gone from ${folder}.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await boundLog(paths.log);
  // The port of the last start if it is free: tools that inspect the database keep working.
  const port = await freePort(again?.port ?? (Number(await readFile(paths.port, "utf8").catch(() => "0")) || 0));
  if (again !== undefined && port !== again.port)
    throw new Error(`Another program listens on port ${again.port}, where the database server was.`);
  try {
    const lease = await keepServer({
      command: engine.command,
      args: engine.args({ folder, port, durable: true }),
      logFile: paths.log,
      recordFile: paths.record,
      port,
      exclusive: true,
      lingerMs: 0,
      stopLimitMs: STOP_LIMIT_MS,
    });
    try {
      await engine.prepare?.(port);
      await writeFile(paths.port, String(port));
      return lease;
    } catch (error) {
      await lease.giveBack();
      throw error;
    }
  } catch (error) {
    // Before the removal, which may free disk space.
    // Removed, because files of a server that never ran must not fix the family for the next start.
    const cause = await inDataFolder(error, dataDir);
    if (isNew) await rm(folder, { recursive: true, force: true });
    throw cause;
  }
};

/**
 * Ensures that no server of an earlier process runs over the data folder. A server whose owner was killed is stopping, and
 * is waited for. One whose keeper was killed too is stopped here. Throws DataFolderInUseError if the owner is alive, if its
 * keeper is too slow to answer, or if a server runs that is not in the record file: its purpose is unknown.
 */
export const endPreviousServer = async (dataDir: string): Promise<void> => {
  const paths = dataPaths(dataDir);
  const record = await readRecord(paths.record);
  if (record !== undefined) await endRecorded(dataDir, record);
  const pids = (await Promise.all(FAMILIES.map((family) => processesWith(paths.files(family))))).flat();
  if (pids.length > 0)
    throw new DataFolderInUseError(
      `The data folder ${dataDir} is in use by process ${pids.join(", ")}, a database server that no running Cenote looks after. End it (kill ${pids.join(" ")}), or set CENOTE_DATA_DIR.`,
    );
};

const endRecorded = async (dataDir: string, record: KeeperRecord): Promise<void> => {
  const paths = dataPaths(dataDir);
  const lease = await takeLease(record.keeperPort, paths.record);
  const isKept =
    lease === "busy" || (lease === "silent" && (await commandLine(record.keeperPid)).includes(paths.record));
  if (isKept)
    throw new DataFolderInUseError(
      `The data folder ${dataDir} is in use by another process (its database server has process id ${record.serverPid}). Stop that one, or set CENOTE_DATA_DIR.`,
    );
  if (typeof lease !== "string") await lease.giveBack();
  const isRunning = async () => {
    const line = await commandLine(record.serverPid);
    return FAMILIES.some((family) => line.includes(paths.files(family)));
  };
  const isGone = (limitMs: number) =>
    poll(async () => ((await isRunning()) ? undefined : true), { everyMs: 50, limitMs });
  for (const [signal, limitMs] of [
    ["SIGTERM", STOP_LIMIT_MS],
    ["SIGKILL", KILL_LIMIT_MS],
  ] as const) {
    if (await isRunning()) sendSignal(record.serverPid, signal);
    if (await isGone(limitMs)) {
      await rm(paths.record, { force: true });
      return;
    }
  }
  throw new Error(`The database server of an earlier run (process id ${record.serverPid}) does not end.`);
};

const boundLog = async (path: string): Promise<void> => {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await rename(path, `${path}.old`);
};

/** Throws if the folder can't be read. Taken for empty, another server family would start with a new database. */
const isEmpty = async (folder: string): Promise<boolean> => {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw error;
  }
};
