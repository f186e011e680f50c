import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Folder of downloaded programs, shared by all data folders of this user. An empty variable counts as unset: it would mean
 * a path relative to the working directory.
 */
export const cacheFolder = (environment: Readonly<Record<string, string | undefined>>): string =>
  join(environment.XDG_CACHE_HOME || join(environment.HOME || homedir(), ".cache"), "cenote");
