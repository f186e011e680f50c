import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Where downloaded programs are kept, shared by all data folders of this user. An empty variable counts as unset, or it
 * would be a folder of wherever the process was started.
 */
export const cacheFolder = (environment: Readonly<Record<string, string | undefined>>): string =>
  join(environment.XDG_CACHE_HOME || join(environment.HOME || homedir(), ".cache"), "cenote");
