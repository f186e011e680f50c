import { type Log, systemClock } from "@cenote/core";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { shownUri } from "./shown-uri";
import { dataPaths, endPreviousServer, keptFamily, startDataServer } from "./data-server";
import type { Engine, EngineFamily, FindOptions } from "./engine";
import { inDataFolder } from "./data-folder-error";
import { withFileLock } from "./file-lock";
import { ENGINE_SOURCES, type EngineSource } from "./find-engine";
import { withFirstEngine } from "./first-engine";
import { keepUp } from "./keep-up";
import type { Lease } from "./lease";
import { localUri } from "./local-uri";
import { createProbe } from "./probe";
import { sendSignal } from "./process-alive";

const DATABASE = "cenote";
/** Long enough for a first start that downloads. */
const LOCK_LIMIT_MS = 600_000;

export interface ChooseMongoOptions {
  /** MONGODB_URI. If it is set, no server is started. */
  readonly uri: string | undefined;
  /** Folder of the database's files if a server is started here. */
  readonly dataDir: string;
  /** PATH, HOME and the variables that called tools read. */
  readonly environment: FindOptions["environment"];
  readonly log: Log;
  /** Ways to find a server, in order. */
  readonly sources?: readonly EngineSource[];
}

export interface ChosenMongo {
  readonly uri: string;
  /** For the log; without a password. */
  readonly description: string;
  /** Resolves with the reason when a server started here has ended too often to be restarted. Otherwise never. */
  readonly lost: Promise<Error>;
  /** Stops the server if one was started here; everything acknowledged is on disk. */
  stop(): Promise<void>;
}

/**
 * Chooses the MongoDB server and starts it if necessary: the given one; a mongod on the PATH; a downloaded mongod; the
 * MongoDB-compatible SecantusDB. A data folder stays with the server family that created its files. A server started here
 * is restarted in place if it ends by itself, and ends with this process, however that ends. Throws NoMongoError with every
 * reason, or DataFolderError.
 */
export const chooseMongo = async ({
  uri,
  dataDir,
  environment,
  log,
  sources = ENGINE_SOURCES,
}: ChooseMongoOptions): Promise<ChosenMongo> => {
  if (uri !== undefined && uri !== "")
    return {
      uri,
      description: `MongoDB at ${shownUri(uri) ?? "MONGODB_URI"}`,
      lost: new Promise(() => {}),
      stop: async () => {},
    };
  const folder = resolve(dataDir);
  return inTurn(folder, async () => {
    const usable = sourcesFor(sources, await keptFamily(folder));
    const options = {
      environment,
      onSlow: (what: string) => {
        log.info({}, what);
      },
    };
    return withFirstEngine(usable, options, async (engine) =>
      chosen(engine, await startDataServer(engine, folder), { folder, log }),
    );
  });
};

/** Runs `start` under a lock, after the server of an earlier process over the folder has ended. */
const inTurn = async <T>(folder: string, start: () => Promise<T>): Promise<T> => {
  try {
    await mkdir(folder, { recursive: true });
    return await withFileLock(dataPaths(folder).lock, { limitMs: LOCK_LIMIT_MS }, async () => {
      await endPreviousServer(folder);
      return start();
    });
  } catch (error) {
    throw await inDataFolder(error, folder);
  }
};

/** The sources whose servers can read what the data folder holds. */
export const sourcesFor = (sources: readonly EngineSource[], kept: EngineFamily | undefined): readonly EngineSource[] =>
  kept === undefined ? sources : sources.filter(({ family }) => family === kept);

const chosen = (
  engine: Engine,
  lease: Lease,
  { folder, log }: { readonly folder: string; readonly log: Log },
): ChosenMongo => {
  const { port } = lease.record;
  const kept = keepUp({
    lease,
    clock: systemClock,
    log,
    probe: createProbe(port, DATABASE),
    kill: (pid) => {
      sendSignal(pid, "SIGKILL");
    },
    startAgain: () => inTurn(folder, () => startDataServer(engine, folder, { port })),
  });
  return {
    uri: localUri(port, DATABASE),
    description: `${engine.description}, files in ${dataPaths(folder).files(engine.family)}`,
    lost: kept.lost,
    stop: () => kept.stop(),
  };
};
