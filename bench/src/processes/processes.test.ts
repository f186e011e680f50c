import { createServer, type AddressInfo } from "node:net";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpuMs, treeCpuMs } from "./cpu";
import { treeMemoryBytes } from "./memory";
import { descendants, pidListeningOn } from "./process-tree";

const work = () => {
  const untilMs = performance.now() + 60;
  while (performance.now() < untilMs) JSON.stringify({ work: untilMs });
};

it("a process's processor time grows as it works, and is 0 for an unknown process", () => {
  const before = cpuMs(process.pid);
  // Loops, since on a busy machine a process may get little processor time.
  while (cpuMs(process.pid) === before) work();
  expect(cpuMs(process.pid)).toBeGreaterThan(before);
  expect(cpuMs(2 ** 30)).toBe(0);
});

it("a child is found, and is included with its parent", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdout.write('up'); setInterval(() => {}, 1000)"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    await once(child.stdout, "data");
    expect(descendants(process.pid)).toContain(child.pid);
    expect(treeMemoryBytes(process.pid)).toBeGreaterThan(treeMemoryBytes(child.pid!));
    expect(treeCpuMs(child.pid!)).toBeGreaterThanOrEqual(0);
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

it("the process that listens on a port is found", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  expect(pidListeningOn(port)).toBe(process.pid);
  server.close();
  await once(server, "close");
  expect(pidListeningOn(port)).toBeUndefined();
});
