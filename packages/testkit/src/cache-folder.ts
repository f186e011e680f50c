import { homedir } from "node:os";
import { join } from "node:path";

/** Folder in the user's cache for programs that tests install. @param env For XDG_CACHE_HOME and HOME. */
export const cacheFolder = (env: Readonly<Record<string, string | undefined>>): string =>
  join(env.XDG_CACHE_HOME ?? join(env.HOME ?? homedir(), ".cache"), "cenote");
