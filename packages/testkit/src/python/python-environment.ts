import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { cacheFolder } from "../cache-folder";
import { firstOnPath } from "../first-on-path";

const run = promisify(execFile);

const PYTHONS = ["python3.13", "python3.12", "python3.11", "python3.10", "python3", "python"];
const VERSION_CHECK = "import sys, venv, ensurepip; sys.exit(not ((3, 10) <= sys.version_info[:2] <= (3, 13)))";
const PYTHON_LIMIT_MS = 15_000;
const INSTALL_LIMIT_MS = 300_000;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface PythonEnvironmentOptions {
  /** In pip's form, each with its version: `openai==3.52.0`. */
  readonly packages: readonly string[];
  /** For PATH, XDG_CACHE_HOME and pip's own variables. */
  readonly env: Environment;
  /** Installs without dependencies, for packages of which only a binary is used. */
  readonly alone?: boolean;
  /** Called before anything that takes longer than a moment. */
  readonly onSlow?: (what: string) => void;
}

/**
 * Creates a Python environment once in the user's cache folder: completely or not at all, even if several processes do
 * it at the same time. From its `bin`, use only `python` (with `-m` for a package's programs) and binaries: scripts
 * contain the folder they were created in.
 * @returns Its folder. Rejects if there is no Python 3.10 to 3.13 with venv, or pip can't install a package.
 */
export const pythonEnvironment = async ({
  packages,
  env,
  alone = false,
  onSlow = () => {},
}: PythonEnvironmentOptions): Promise<string> => {
  const name = ["python", ...packages.map((wanted) => wanted.replace("==", "-"))].join("-");
  const folder = join(cacheFolder(env), name);
  if (existsSync(folder)) return folder;
  onSlow(`installing ${packages.join(", ")}, once, in ${folder}`);
  const draft = `${folder}.${randomUUID()}.partial`;
  const settings = { timeout: INSTALL_LIMIT_MS, env };
  try {
    await mkdir(dirname(folder), { recursive: true });
    await run(await findPython(env), ["-m", "venv", draft], settings);
    await run(
      join(draft, "bin", "python"),
      ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...(alone ? ["--no-deps"] : []), ...packages],
      settings,
    );
    await rename(draft, folder);
  } catch (error) {
    // Another process may have created it first.
    if (!existsSync(folder))
      throw new Error(`no Python environment with ${packages.join(", ")}: ${(error as Error).message}`, {
        cause: error,
      });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
};

const findPython = async (env: Environment): Promise<string> => {
  for (const name of PYTHONS) {
    const python = await firstOnPath([name], env.PATH);
    if (python === undefined) continue;
    const fits = await run(python, ["-c", VERSION_CHECK], { timeout: PYTHON_LIMIT_MS, env }).then(
      () => true,
      () => false,
    );
    if (fits) return python;
  }
  throw new Error("there is no Python 3.10 to 3.13 with venv on the PATH");
};
