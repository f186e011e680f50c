import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

const unlessMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "ENOENT") throw error;
};

/**
 * Writes an API key for scripts to read, for its owner alone; makes the folder if it is missing. Errors: one that names
 * the variable and the path.
 */
export const writeKeyFile = async (path: string, key: string): Promise<void> => {
  try {
    await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY_FOLDER });
    // The mode of a write counts only for a new file, and nobody may read the key in between.
    await chmod(path, OWNER_ONLY_FILE).catch(unlessMissing);
    await writeFile(path, `${key}\n`, { mode: OWNER_ONLY_FILE });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`CENOTE_KEY_FILE names a file that can't be written: ${path} (${reason})`, { cause: error });
  }
};
