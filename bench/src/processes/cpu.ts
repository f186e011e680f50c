import { readFileSync } from "node:fs";
import { descendants } from "./process-tree";

/** Linux reports processor time in these, whatever the kernel's own tick rate is. */
const CLOCK_TICKS_PER_SECOND = 100;
const UTIME_AFTER_COMMAND = 11;

/**
 * Processor time used by a process since it started, in milliseconds, in steps of 10; 0 for a process that has ended.
 */
export const cpuMs = (pid: number): number => {
  const stat = read(`/proc/${pid}/stat`);
  // The command may contain spaces and parentheses, so fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[UTIME_AFTER_COMMAND] ?? 0) + Number(fields[UTIME_AFTER_COMMAND + 1] ?? 0);
  return (ticks * 1000) / CLOCK_TICKS_PER_SECOND;
};

/** The same for a process and all of its running descendants. */
export const treeCpuMs = (pid: number): number => [pid, ...descendants(pid)].reduce((sum, one) => sum + cpuMs(one), 0);

const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};
