import { chmod, writeFile } from "node:fs/promises";

const OWNER_ONLY = 0o600;

/** Writes an API key for scripts to read, for its owner alone. */
export const writeKeyFile = async (path: string, key: string): Promise<void> => {
  await writeFile(path, `${key}\n`, { mode: OWNER_ONLY });
  // The mode above counts only for a new file.
  await chmod(path, OWNER_ONLY);
};
