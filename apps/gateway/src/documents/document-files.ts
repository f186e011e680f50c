import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Documents } from "./documents";

const readKept = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch((error: unknown) => {
    if ((error as Partial<NodeJS.ErrnoException>).code === "ENOENT") return undefined;
    throw error;
  });

/** @returns Paths of the documents below `root` that are missing or not up to date. */
export const findDrift = async (root: string, documents: Documents): Promise<string[]> => {
  const drifted: string[] = [];
  for (const [path, text] of documents) {
    if ((await readKept(join(root, path))) !== text) drifted.push(path);
  }
  return drifted;
};

/** Writes the documents below `root`. */
export const writeDocuments = async (root: string, documents: Documents): Promise<void> => {
  for (const [path, text] of documents) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
};
