import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
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
