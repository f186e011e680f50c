import { randomUUID } from "node:crypto";
import { chmod, link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRandomIds, type Ids } from "@cenote/core";

export interface InternalTokenOptions {
  readonly dataDir: string;
  /** The token from the environment, used unchanged. */
  readonly configured: string | undefined;
  readonly ids?: Ids;
}

/** Name of the token's file in the data folder. */
export const INTERNAL_TOKEN_FILE = "internal-token";

const TOKEN_CHARS = 43;
const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

const hasCode = (error: unknown, code: string): boolean => (error as Partial<NodeJS.ErrnoException>).code === code;

const readToken = async (path: string): Promise<string | undefined> => {
  let token: string;
  try {
    token = (await readFile(path, "utf8")).trim();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
  if (token === "") throw new Error(`${path} is empty: delete it to have a new internal token made`);
  await chmod(path, OWNER_ONLY_FILE);
  return token;
};

/** Writes the token unless another process did so first. The link appears with its whole content or not at all. */
const keepToken = async (path: string, token: string): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${token}\n`, { mode: OWNER_ONLY_FILE, flag: "wx" });
  try {
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    await rm(draft);
  }
};

/**
 * The token by which services authenticate each other: the configured one, or one that is created once and stored in
 * the data folder, readable by its owner only. Errors: an Error that names the data folder and its variable, if the
 * folder can't be used.
 */
export const internalToken = async ({
  dataDir,
  configured,
  ids = createRandomIds(),
}: InternalTokenOptions): Promise<string> => {
  if (configured !== undefined) return configured;
  try {
    return await tokenIn(dataDir, ids);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Error(`The data folder ${dataDir} can't be used; set CENOTE_DATA_DIR to one that can: ${message}`, {
      cause: error,
    });
  }
};

const tokenIn = async (dataDir: string, ids: Ids): Promise<string> => {
  const path = join(dataDir, INTERNAL_TOKEN_FILE);
  const kept = await readToken(path);
  if (kept !== undefined) return kept;
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await keepToken(path, ids.secret(TOKEN_CHARS));
  const token = await readToken(path);
  if (token === undefined) throw new Error(`${path} was removed while it was written`);
  return token;
};
