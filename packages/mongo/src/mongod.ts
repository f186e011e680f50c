import { join } from "node:path";
import { answeredWithin, systemClock } from "@cenote/core";
import { cacheFolder } from "./cache-folder";
import type { Engine, FindOptions, FoundEngine } from "./engine";
import { findOnPath } from "./find-on-path";
import { REPLICA_SET, prepareReplicaSet } from "./replica-set";

const CACHE_SIZE_GB = "0.25";
const DEFAULT_MIRROR = "https://fastdl.mongodb.org";
/** A network that drops packets would hold up the start for a minute. */
const PROBE_LIMIT_MS = 2_500;
const DOWNLOAD_LIMIT_MS = 300_000;

const engine = (command: string, description: string): Engine => ({
  description,
  family: "mongod",
  command,
  args: ({ folder, port }) => [
    "--dbpath",
    folder,
    "--port",
    String(port),
    "--bind_ip",
    "127.0.0.1",
    "--replSet",
    REPLICA_SET,
    "--wiredTigerCacheSizeGB",
    CACHE_SIZE_GB,
    "--quiet",
  ],
  prepare: prepareReplicaSet,
});

export const findMongodOnPath = async ({ environment }: FindOptions): Promise<FoundEngine> => {
  const binary = await findOnPath("mongod", environment.PATH);
  return binary === undefined ? { reason: "`mongod` is not on the PATH" } : engine(binary, `MongoDB (${binary})`);
};

/** A mongod that was downloaded earlier. */
export const findDownloadedMongod = async ({ environment }: FindOptions): Promise<FoundEngine> => {
  // Loaded here because most starts never need it.
  const { DryMongoBinary } = await import("mongodb-memory-server-core");
  const downloadDir = join(cacheFolder(environment), "mongod");
  try {
    const binary = await DryMongoBinary.locateBinary(await DryMongoBinary.generateOptions({ downloadDir }));
    return binary === undefined
      ? { reason: `no mongod was downloaded to ${downloadDir}` }
      : engine(binary, `MongoDB (${binary})`);
  } catch (error) {
    return { reason: `MongoDB offers no mongod for this system: ${(error as Error).message}` };
  }
};

export const downloadMongod = async ({ environment, onSlow }: FindOptions): Promise<FoundEngine> => {
  const mirror = environment.MONGOMS_DOWNLOAD_MIRROR ?? DEFAULT_MIRROR;
  try {
    await fetch(mirror, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(PROBE_LIMIT_MS) });
  } catch {
    return { reason: `${mirror} can't be reached to download a mongod` };
  }
  const { MongoBinary } = await import("mongodb-memory-server-core");
  const downloadDir = join(cacheFolder(environment), "mongod");
  onSlow(`downloading mongod (once) to ${downloadDir}`);
  try {
    const binary = await answeredWithin(systemClock, DOWNLOAD_LIMIT_MS, MongoBinary.getPath({ downloadDir }));
    return engine(binary, `MongoDB (${binary})`);
  } catch (error) {
    return { reason: `downloading a mongod failed: ${(error as Error).message}` };
  }
};
