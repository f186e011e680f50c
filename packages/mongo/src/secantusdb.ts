import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { access, constants, mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { cacheFolder } from "./cache-folder";
import type { Engine, FindOptions, FoundEngine } from "./engine";
import { withFileLock } from "./file-lock";
import { findOnPath } from "./find-on-path";

/** A server with MongoDB's protocol over WiredTiger, for machines without a mongod. */
const VERSION = "0.7.0b3";
const PYTHONS = ["python3.13", "python3.12", "python3.11", "python3.10", "python3", "python"];
const VERSION_CHECK = "import sys, venv, ensurepip; sys.exit(not ((3, 10) <= sys.version_info[:2] <= (3, 13)))";
const CACHE_SIZE = "256M";
const PYTHON_LIMIT_MS = 15_000;
const INSTALL_LIMIT_MS = 300_000;

const run = promisify(execFile);

const engine = (command: string, description: string, before: readonly string[] = []): Engine => ({
  description,
  family: "secantusdb",
  command,
  args: ({ folder, port, durable }) => [
    ...before,
    "--host",
    "127.0.0.1",
    "--port",
    String(port),
    "--storage-path",
    folder,
    "--cache-size",
    CACHE_SIZE,
    ...(durable ? ["--sync-on-commit"] : []),
  ],
});

/** The native build of the same server. Nobody installs it by accident, and it is several times faster. */
export const findNativeSecantusDb = async ({ environment }: FindOptions): Promise<FoundEngine> => {
  const binary = await findOnPath("secantusd-rs", environment.PATH);
  return binary === undefined
    ? { reason: "`secantusd-rs` is not on the PATH" }
    : engine(binary, "SecantusDB (secantusd-rs)");
};

const inVenv = (venv: string): Engine =>
  engine(join(venv, process.platform === "win32" ? "Scripts/python.exe" : "bin/python"), `SecantusDB ${VERSION}`, [
    "-m",
    "secantus",
  ]);

const venvFolder = (environment: FindOptions["environment"]): string =>
  join(cacheFolder(environment), `secantusdb-${VERSION}`);

/** The server, if it is installed already. */
export const findInstalledSecantusDb = async ({ environment }: FindOptions): Promise<FoundEngine> => {
  const venv = venvFolder(environment);
  return (await exists(venv)) ? inVenv(venv) : { reason: `SecantusDB ${VERSION} is not installed in ${venv}` };
};

/** Installs the server in a Python environment of its own in the user's cache. */
export const installSecantusDb = async (options: FindOptions): Promise<FoundEngine> => {
  const venv = venvFolder(options.environment);
  const python = await findPython(options.environment);
  if (python === undefined)
    return { reason: "there is no Python 3.10 to 3.13 with `venv` on the PATH to run SecantusDB with" };
  const reason = await unusable(dirname(venv));
  if (reason !== undefined) return { reason };
  return withFileLock(
    `${venv}.lock`,
    {
      limitMs: INSTALL_LIMIT_MS,
      onWait: () => {
        options.onSlow(`waiting for another process to install SecantusDB ${VERSION}`);
      },
    },
    async () => {
      if (await exists(venv)) return inVenv(venv);
      options.onSlow(`installing SecantusDB ${VERSION} (145 MB, once) in ${venv}`);
      return install(python, venv, options.environment);
    },
  );
};

/** Why nothing can be installed in a folder; undefined if something can. */
const unusable = async (folder: string): Promise<string | undefined> => {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return `SecantusDB can't be installed in ${folder}; set XDG_CACHE_HOME to a folder that can be written: ${(error as Error).message}`;
  }
};

const findPython = async (environment: FindOptions["environment"]): Promise<string | undefined> => {
  for (const name of PYTHONS) {
    const python = await findOnPath(name, environment.PATH);
    if (python === undefined) continue;
    const fits = await run(python, ["-c", VERSION_CHECK], { timeout: PYTHON_LIMIT_MS, env: environment }).then(
      () => true,
      () => false,
    );
    if (fits) return python;
  }
  return undefined;
};

/** Installs under another name and renames at the end, so that the venv is either complete or absent. */
const install = async (python: string, venv: string, environment: FindOptions["environment"]): Promise<FoundEngine> => {
  const draft = `${venv}.${randomUUID()}.partial`;
  const settings = { timeout: INSTALL_LIMIT_MS, env: environment, maxBuffer: 16 * 1024 * 1024 };
  try {
    await removeDrafts(venv);
    await run(python, ["-m", "venv", draft], settings);
    const { command } = inVenv(draft);
    // Only wheels: building the server from source takes a toolchain and many minutes.
    await run(
      command,
      ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", `SecantusDB==${VERSION}`],
      settings,
    );
    await rename(draft, venv);
    return inVenv(venv);
  } catch (error) {
    return (await exists(venv))
      ? inVenv(venv)
      : { reason: `installing SecantusDB with ${python} failed: ${lastLine(error)}` };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

/** Removes the remains of killed installations. */
const removeDrafts = async (venv: string): Promise<void> => {
  const parent = dirname(venv);
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (path.startsWith(`${venv}.`) && name.endsWith(".partial")) await rm(path, { recursive: true, force: true });
  }
};

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const lastLine = (error: unknown): string => {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr?.trim() || message).split("\n").at(-1) ?? message;
};
