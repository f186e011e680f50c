import { readFileSync } from "node:fs";
import { descendants } from "./process-tree";

const BYTES_PER_KIB = 1024;

/**
 * Memory of a process and its descendants in bytes: proportional set size if the kernel reports it, else resident size.
 */
export const treeMemoryBytes = (pid: number): number =>
  [pid, ...descendants(pid)].reduce((sum, one) => sum + memoryBytes(one), 0);

const memoryBytes = (pid: number): number =>
  kibOf(`/proc/${pid}/smaps_rollup`, "Pss") ?? kibOf(`/proc/${pid}/status`, "VmRSS") ?? 0;

const kibOf = (file: string, field: string): number | undefined => {
  try {
    const found = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(file, "utf8"));
    return found === null ? undefined : Number(found[1]) * BYTES_PER_KIB;
  } catch {
    return undefined;
  }
};
