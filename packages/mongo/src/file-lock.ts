import { link, readFile, rm, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { identityOf } from "./process-alive";
import { poll } from "./poll";

const EVERY_MS = 100;

const take = async (path: string): Promise<boolean> => {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, identityOf(process.pid) ?? "");
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const holder = await readFile(path, "utf8").catch(() => "");
    // Two processes that find the same dead holder may both acquire the lock. Work under this lock must therefore publish
    // its result by a single rename.
    if (holder === "" || identityOf(Number.parseInt(holder, 10)) !== holder) await rm(path, { force: true });
    return false;
  } finally {
    await rm(draft, { force: true });
  }
};

export interface FileLockOptions {
  readonly limitMs: number;
  /** Called once if another process holds the lock. */
  readonly onWait?: () => void;
}

/** A lock across processes. A dead holder's lock can be taken. */
export const withFileLock = async <T>(
  path: string,
  { limitMs, onWait }: FileLockOptions,
  work: () => Promise<T>,
): Promise<T> => {
  let waited = false;
  const taken = await poll(
    async () => {
      if (await take(path)) return true;
      if (!waited) onWait?.();
      waited = true;
      return undefined;
    },
    { everyMs: EVERY_MS, limitMs },
  );
  if (taken === undefined)
    throw new Error(`Another process has held ${path} for ${limitMs / 1000} s. Remove the file if there is none.`);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
};
