import { execFile } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const OPENAI_VERSION = "3.52.0";
const INSTALL_LIMIT_MS = 300_000;

/** @returns The Python of an environment with the official `openai` package, kept in the user's cache folder. */
export const pythonWithOpenai = async (): Promise<string> => {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "cenote", `e2e-python-openai-${OPENAI_VERSION}`);
  const python = join(folder, "bin", "python");
  if (existsSync(join(folder, "ready"))) return python;
  mkdirSync(folder, { recursive: true });
  await run("python3", ["-m", "venv", "--clear", folder], { timeout: INSTALL_LIMIT_MS });
  await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", `openai==${OPENAI_VERSION}`], { timeout: INSTALL_LIMIT_MS });
  mkdirSync(join(folder, "ready"));
  return python;
};
