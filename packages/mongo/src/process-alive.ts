import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !isZombie(pid);
};

/** In a container whose first process reaps nobody, an orphan that ended keeps its id. */
const isZombie = (pid: number): boolean => {
  if (process.platform !== "linux") return false;
  try {
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
};

/** The command line of a running process, empty where there is none: tells an old process from a new one of the same id. */
export const commandLine = async (pid: number): Promise<string> => {
  if (!isAlive(pid)) return "";
  try {
    if (process.platform === "linux") return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
    return (await run("ps", ["-ww", "-o", "args=", "-p", String(pid)])).stdout;
  } catch {
    return "";
  }
};
