import { DataFolderError } from "./data-folder-error";
import type { Engine, FindOptions } from "./engine";
import type { EngineSource } from "./find-engine";

/** No database server is available. The message lists what was tried and what to do. */
export class NoMongoError extends Error {
  override readonly name = "NoMongoError";

  constructor(readonly reasons: readonly string[]) {
    super(
      [
        "No MongoDB can be had on this machine:",
        ...reasons.map((reason) => `  - ${reason}`),
        "Do one of these: set MONGODB_URI to a MongoDB that runs; install mongod so that it is on the PATH; allow downloads from fastdl.mongodb.org;",
        "install Python 3.10 to 3.13 with venv, and allow pip to install SecantusDB.",
      ].join("\n"),
    );
  }
}

/**
 * Tries the sources in order until `use` succeeds with an engine. An engine that exists but does not run (too old, a
 * library missing) is skipped.
 */
export const withFirstEngine = async <T>(
  sources: readonly EngineSource[],
  options: FindOptions,
  use: (engine: Engine) => Promise<T>,
): Promise<T> => {
  const reasons: string[] = [];
  for (const source of sources) {
    const found = await source.find(options);
    if ("reason" in found) {
      reasons.push(found.reason);
      continue;
    }
    try {
      return await use(found);
    } catch (error) {
      if (error instanceof DataFolderError) throw error;
      reasons.push(`${found.description}: ${(error as Error).message}`);
    }
  }
  throw new NoMongoError(reasons);
};
