import type { EngineFamily, FindOptions, FoundEngine } from "./engine";
import { downloadMongod, findDownloadedMongod, findMongodOnPath } from "./mongod";
import { findInstalledSecantusDb, findNativeSecantusDb, installSecantusDb } from "./secantusdb";

/** A way to find a database server. */
export interface EngineSource {
  readonly family: EngineFamily;
  find(options: FindOptions): Promise<FoundEngine>;
}

const mongodOnPath: EngineSource = { family: "mongod", find: findMongodOnPath };
const downloadedMongod: EngineSource = { family: "mongod", find: findDownloadedMongod };
const mongodDownload: EngineSource = { family: "mongod", find: downloadMongod };
const nativeSecantusDb: EngineSource = { family: "secantusdb", find: findNativeSecantusDb };
const installedSecantusDb: EngineSource = { family: "secantusdb", find: findInstalledSecantusDb };
const secantusDbInstallation: EngineSource = { family: "secantusdb", find: installSecantusDb };

/** MongoDB before compatible servers. */
export const ENGINE_SOURCES: readonly EngineSource[] = [
  mongodOnPath,
  downloadedMongod,
  mongodDownload,
  nativeSecantusDb,
  installedSecantusDb,
  secantusDbInstallation,
];

/** Installed servers before downloads. */
export const TEST_ENGINE_SOURCES: readonly EngineSource[] = [
  mongodOnPath,
  downloadedMongod,
  nativeSecantusDb,
  installedSecantusDb,
  mongodDownload,
  secantusDbInstallation,
];
