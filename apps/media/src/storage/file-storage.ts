import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, realpath, rename, rm, rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CenoteError, type Clock, type Ids } from "@cenote/core";
import { folderOf, type MediaStorage } from "./storage";

export interface FileStorageOptions {
  /** Served at `/media`. Created if it is missing. */
  readonly folder: string;
  /** Base of the addresses, without a trailing slash. */
  readonly publicUrl: () => string;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Files being written; no address leads there. */
const INCOMING = ".incoming";
/** Files that are older were left by a process that died. */
const LEFTOVER_MS = 3_600_000;

/** Files in a folder of this machine, or of a volume that all replicas share. */
export const createFileStorage = async ({
  folder,
  publicUrl,
  clock,
  ids,
}: FileStorageOptions): Promise<MediaStorage> => {
  const incoming = join(folder, INCOMING);
  await mkdir(incoming, { recursive: true });
  await removeLeftovers(incoming, clock.nowMs() - LEFTOVER_MS);

  /** Errors: not_found. */
  const pathOf = async (key: string): Promise<string> => {
    const path = join(await realpath(folder), key);
    // A symbolic link inside the folder could lead out of it.
    if ((await realpath(path).catch(ignoreMissing)) !== path) throw new CenoteError("not_found");
    return path;
  };

  return {
    async put({ key, body }) {
      const temporary = join(incoming, ids.uuid());
      const target = join(folder, key);
      try {
        await writeDurably(temporary, body);
        await mkdir(dirname(target), { recursive: true });
        await rename(temporary, target);
        // A name is durable once its folder is synced, a new folder once its parent is.
        for (const parent of [dirname(target), dirname(dirname(target)), folder]) await syncFolder(parent);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async *read(key) {
      yield* createReadStream(await pathOf(key)) as AsyncIterable<Buffer>;
    },
    async remove(key) {
      const path = await pathOf(key);
      await unlink(path).catch((error: unknown) => {
        // Another call has deleted the folder since.
        throw (error as NodeJS.ErrnoException).code === "ENOENT" ? new CenoteError("not_found") : error;
      });
      const callFolder = dirname(path);
      await rmdir(callFolder).catch(ignoring("ENOTEMPTY", "ENOENT"));
      for (const parent of [callFolder, dirname(callFolder)]) await syncFolder(parent).catch(ignoreMissing);
    },
    async removeAll(call) {
      const path = join(folder, folderOf(call));
      await rm(path, { recursive: true, force: true });
      // An organization without files has no folder.
      await syncFolder(dirname(path)).catch(ignoreMissing);
    },
    urlOf: (key) => `${publicUrl()}/media/${key}`,
    close: () => {},
  };
};

const withFile = async (path: string, flags: "r" | "wx", use: (file: FileHandle) => Promise<void>): Promise<void> => {
  const file = await open(path, flags);
  try {
    await use(file);
  } finally {
    await file.close();
  }
};

const writeDurably = (path: string, body: AsyncIterable<Buffer>): Promise<void> =>
  withFile(path, "wx", async (file) => {
    for await (const bytes of body) await file.writeFile(bytes);
    await file.sync();
  });

const syncFolder = (path: string): Promise<void> => withFile(path, "r", (folder) => folder.sync());

const removeLeftovers = async (incoming: string, beforeMs: number): Promise<void> => {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    // Another process may have moved the file into place since the names were read.
    const found = await stat(path).catch(ignoreMissing);
    if (found !== undefined && found.mtimeMs < beforeMs) await rm(path, { force: true });
  }
};

const ignoring =
  (...codes: readonly string[]) =>
  (error: unknown): undefined => {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  };
const ignoreMissing = ignoring("ENOENT");
