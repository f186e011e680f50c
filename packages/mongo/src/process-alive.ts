import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return process.platform !== "linux" || linuxState(pid) !== undefined;
};

/** Sends a signal to a process. No error if it has ended meanwhile. */
export const sendSignal = (pid: number, signal: "SIGTERM" | "SIGKILL"): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
};

/**
 * Identifies a process by its id and, if the system provides it, its start time: ids are reused. Undefined if there is no
 * such process.
 */
export const identityOf = (pid: number): string | undefined =>
  isAlive(pid) ? `${pid} ${linuxState(pid)?.startedAt ?? ""}`.trim() : undefined;

/** Undefined also for a zombie: in a container whose first process does not reap, a dead orphan keeps its id. */
const linuxState = (pid: number): { readonly startedAt: string } | undefined => {
  if (process.platform !== "linux") return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, which may hold anything, ends at the last parenthesis; the state is the first field after it, the start
    // time the twentieth.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : { startedAt: fields[19] ?? "" };
  } catch {
    return undefined;
  }
};

/**
 * The command line of a running process, which distinguishes it from a later process with the same id; empty if there is
 * none.
 */
export const commandLine = async (pid: number): Promise<string> => {
  if (!isAlive(pid)) return "";
  try {
    if (process.platform === "linux") return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
    return (await run("ps", ["-ww", "-o", "args=", "-p", String(pid)])).stdout;
  } catch {
    return "";
  }
};

/** The running processes that have `argument` among their arguments. */
export const processesWith = async (argument: string): Promise<number[]> => {
  const found: number[] = [];
  for (const [pid, line] of await commandLines()) {
    if (pid !== process.pid && ` ${line} `.includes(` ${argument} `)) found.push(pid);
  }
  return found;
};

const commandLines = async (): Promise<(readonly [pid: number, line: string])[]> => {
  if (process.platform === "linux") {
    const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
    return Promise.all(pids.map(async (pid) => [pid, await commandLine(pid)] as const));
  }
  const list = await run("ps", ["-axww", "-o", "pid=,args="]).then(
    ({ stdout }) => stdout,
    () => "",
  );
  return list.split("\n").map((line) => {
    const [pid = "", ...args] = line.trim().split(" ");
    return [Number(pid), args.join(" ")] as const;
  });
};
