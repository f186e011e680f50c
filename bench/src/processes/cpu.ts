import { readFileSync } from "node:fs";
import { descendants } from "./process-tree";

/** Linux counts processor time in these, whatever the kernel's own tick is. */
const CLOCK_TICKS_PER_SECOND = 100;
const UTIME_AFTER_COMMAND = 11;

/** Processor time a process has used since it began, milliseconds; 0 for one that is gone. Steps of 10 ms. */
export const cpuMs = (pid: number): number => {
  const stat = read(`/proc/${pid}/stat`);
  // The command may hold spaces and brackets: fields are counted from behind it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[UTIME_AFTER_COMMAND] ?? 0) + Number(fields[UTIME_AFTER_COMMAND + 1] ?? 0);
  return (ticks * 1000) / CLOCK_TICKS_PER_SECOND;
};

/** The same of a process and all that it started and that still run. */
export const treeCpuMs = (pid: number): number => [pid, ...descendants(pid)].reduce((sum, one) => sum + cpuMs(one), 0);

const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};
