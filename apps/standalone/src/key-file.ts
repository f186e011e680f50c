import { constants, type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/** Works on the open file, so that a folder or a device named by mistake keeps its mode. */
const writeKey = async (file: FileHandle, key: string): Promise<void> => {
  if ((await file.stat()).isFile()) {
    // The mode given at opening applies to new files only, and nobody may read the key in between.
    await file.chmod(OWNER_ONLY_FILE);
    await file.truncate();
  }
  await file.writeFile(`${key}\n`);
};

/**
 * Writes an API key to a file for scripts, readable by its owner only; creates the folder if it is missing. Errors: an
 * Error that names the variable and the path.
 */
export const writeKeyFile = async (path: string, key: string): Promise<void> => {
  try {
    await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY_FOLDER });
    const file = await open(path, constants.O_WRONLY | constants.O_CREAT, OWNER_ONLY_FILE);
    try {
      await writeKey(file, key);
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`CENOTE_KEY_FILE names a file that can't be written: ${path} (${reason})`, { cause: error });
  }
};
