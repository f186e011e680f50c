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

it("the processor time of a process grows as it works, and is 0 for one that is none", () => {
  const before = cpuMs(process.pid);
  // As long as it takes: beside others a process may get little of the processor.
  while (cpuMs(process.pid) === before) work();
  expect(cpuMs(process.pid)).toBeGreaterThan(before);
  expect(cpuMs(2 ** 30)).toBe(0);
});

it("a child is found, and counts with its parent", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdout.write('up'); setInterval(() => {}, 1000)"], { stdio: ["ignore", "pipe", "ignore"] });
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

it("who listens on a port is found", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  expect(pidListeningOn(port)).toBe(process.pid);
  server.close();
  await once(server, "close");
  expect(pidListeningOn(port)).toBeUndefined();
});
