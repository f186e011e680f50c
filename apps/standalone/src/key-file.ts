import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

const OWNER_ONLY = 0o600;

/** Writes an API key for scripts to read, for its owner alone, in a folder that is made if it is missing. */
export const writeKeyFile = async (path: string, key: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${key}\n`, { mode: OWNER_ONLY });
  // The mode above counts only for a new file.
  await chmod(path, OWNER_ONLY);
};
