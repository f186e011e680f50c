import { execFileSync } from "node:child_process";
import { WebSocket } from "ws";
import { eventually } from "./eventually";
import type { System } from "./system";

/** Environment of a system whose heap is measured: each of its processes opens an inspector on a free port. */
export const INSPECTABLE = { NODE_OPTIONS: "--inspect-port=127.0.0.1:0" } as const;

const ANNOUNCED = /Debugger listening on (ws:\S+)/g;

/** The system's own processes: the one that was started, and the services it started. */
const processesOf = ({ pid }: Pick<System, "pid">): { readonly pid: number; readonly args: string }[] =>
  execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, own, parent, args = ""]) => ({ pid: Number(own), parent: Number(parent), args }))
    .filter((one) => one.pid === pid || one.parent === pid)
    .filter(({ args }) => /\/dist\/(main|services)\.js\b/.test(args));

/** Process id of a service under the supervisor of `services`. Throws if there is none. */
export const servicePid = (system: Pick<System, "pid">, service: string): number => {
  const found = processesOf(system).find(({ args }) => args.includes(`/${service}/`));
  if (found === undefined) throw new Error(`no process of ${service} below ${system.pid}`);
  return found.pid;
};

interface Reply {
  readonly id: number;
  readonly result?: { readonly usedSize?: number };
}

/** @returns Bytes in use in one process's heap after garbage collection. */
const usedAfterCollection = async (url: string): Promise<number> => {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (reply: Reply) => void>();
  const opened = new Promise((resolve, reject) => {
    socket.once("open", resolve).once("error", reject);
  });
  socket.on("message", (data: Buffer) => {
    const reply = JSON.parse(data.toString()) as Reply;
    waiting.get(reply.id)?.(reply);
  });
  const ask = (id: number, method: string) =>
    new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method }));
    });
  await opened;
  try {
    await ask(1, "HeapProfiler.enable");
    // The second collection frees objects that waited for a finaliser.
    await ask(2, "HeapProfiler.collectGarbage");
    await ask(3, "HeapProfiler.collectGarbage");
    const { result } = await ask(4, "Runtime.getHeapUsage");
    return result?.usedSize ?? Number.NaN;
  } finally {
    socket.terminate();
  }
};

/** Measures a system started with `INSPECTABLE`, any number of times. @returns Bytes in use in all of its processes. */
export const heapOf = async (system: System): Promise<number> => {
  const pids = processesOf(system).map(({ pid }) => pid);
  const urls = () => [...new Set([...system.output().matchAll(ANNOUNCED)].map(([, url = ""]) => url))];
  if (urls().length === 0) for (const pid of pids) process.kill(pid, "SIGUSR1");
  const all = await eventually("every process says where to ask it", () => urls().length === pids.length && urls());
  const sizes = await Promise.all(all.map(usedAfterCollection));
  return sizes.reduce((sum, size) => sum + size, 0);
};
