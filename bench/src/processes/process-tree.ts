import { readdirSync, readFileSync, readlinkSync } from "node:fs";

const PARENT_AFTER_COMMAND = 1;
const LISTENING = "0A";

/** All current descendants of `pid`. */
export const descendants = (pid: number): number[] => {
  const childrenOf = new Map<number, number[]>();
  for (const one of allPids()) {
    const parent = parentOf(one);
    if (parent !== undefined) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), one]);
  }
  const found: number[] = [];
  const visit = (parent: number) => {
    for (const child of childrenOf.get(parent) ?? []) {
      found.push(child);
      visit(child);
    }
  };
  visit(pid);
  return found;
};

/** The process that listens on a local TCP port; undefined if there is none, or it may not be inspected. */
export const pidListeningOn = (port: number): number | undefined => {
  const inodes = new Set(
    ["/proc/net/tcp", "/proc/net/tcp6"]
      .flatMap((file) => listeningInodes(file, port))
      .map((inode) => `socket:[${inode}]`),
  );
  return inodes.size === 0 ? undefined : allPids().find((pid) => socketsOf(pid).some((socket) => inodes.has(socket)));
};

const listeningInodes = (file: string, port: number): string[] => {
  const portSuffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return readLines(file)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(portSuffix) === true && fields[3] === LISTENING)
    .map((fields) => fields[9] ?? "");
};

const allPids = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

const parentOf = (pid: number): number | undefined => {
  const stat = readLines(`/proc/${pid}/stat`).join("");
  const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[PARENT_AFTER_COMMAND];
  return parent === undefined || parent === "" ? undefined : Number(parent);
};

const socketsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((descriptor) => linkOf(`/proc/${pid}/fd/${descriptor}`));
  } catch {
    return [];
  }
};

const linkOf = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
};

const readLines = (file: string): string[] => {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
};
