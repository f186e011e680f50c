import { statfs } from "node:fs/promises";

/** No server can run over the data folder; another kind of server would not help. */
export class DataFolderError extends Error {
  override readonly name: string = "DataFolderError";
}

/** Another live process runs a server over the same data folder. */
export class DataFolderInUseError extends DataFolderError {
  override readonly name = "DataFolderInUseError";
}

const FULL = /ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i;
const TAKEN = /device or resource busy|DBPathInUse/i;
const DENIED = /EACCES|EPERM|EROFS|permission denied|not permitted|read-only file system/i;
/** Excluded: this line has the server's command, which always names the data folder. */
const NOT_STARTED = /The database server did not start/;
/** If a server ends without an error while less disk space than this is free, a full disk is assumed. */
const LEAST_FREE_BYTES = 1024 * 1024;
const MIB = 1024 * 1024;

/** Undefined if it can't be determined. */
const freeBytesOf = async (dataDir: string): Promise<number | undefined> => {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize;
  } catch {
    return undefined;
  }
};

/** The line of a server's output about a file of the data folder that can't be opened. */
const deniedLine = (message: string, dataDir: string): string | undefined =>
  message.split("\n").find((line) => DENIED.test(line) && line.includes(dataDir) && !NOT_STARTED.test(line));

/** The error as a DataFolderError if the data folder is the cause; otherwise unchanged. */
export const inDataFolder = async (error: unknown, dataDir: string): Promise<unknown> => {
  const { message } = error as Error;
  if (error instanceof DataFolderError) return error;
  if (TAKEN.test(message)) {
    return new DataFolderInUseError(
      `The data folder ${dataDir} is in use by another process, which could not be found on this machine. Stop it, or set CENOTE_DATA_DIR.\n${message}`,
    );
  }
  const denied = deniedLine(message, dataDir);
  if (denied !== undefined) {
    return new DataFolderError(
      `Something in the data folder ${dataDir} can't be opened by the user who starts this. Give the folder and all in it to that user, or set CENOTE_DATA_DIR to another one.\n${denied}`,
    );
  }
  const freeBytes = (await freeBytesOf(dataDir)) ?? Infinity;
  if (!FULL.test(message) && freeBytes >= LEAST_FREE_BYTES) return error;
  return new DataFolderError(
    `There is no space left for the data folder ${dataDir} (${(freeBytes / MIB).toFixed(1)} MiB are free). Make room there, or set CENOTE_DATA_DIR to a folder of another disk.\n${message}`,
  );
};
