import { largeRequestBytes, processMemoryBytes } from "./process-memory";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

describe("a process's memory", () => {
  const machine = { constrainedBytes: 0, totalBytes: 16 * GIB, heapBytes: 8 * GIB };

  test.each([
    ["is its container's", { constrainedBytes: 2 * GIB }, 2 * GIB],
    ["is the machine's without one", {}, 16 * GIB],
    ["is the machine's where the system reports no bound as a very large one", { constrainedBytes: 2 ** 64 }, 16 * GIB],
    ["is twice its heap if that is limited further", { heapBytes: 256 * MIB }, 512 * MIB],
  ])("%s", (_, sources, bytes) => {
    expect(processMemoryBytes({ ...machine, ...sources })).toBe(bytes);
  });

  test("is known of this one", () => {
    expect(processMemoryBytes()).toBeGreaterThan(64 * MIB);
  });

  test.each([
    [GIB, Math.floor(GIB / 6)],
    [64 * GIB, 512 * MIB],
  ])("of %d bytes leaves room for large requests", (memoryBytes, bytes) => {
    expect(largeRequestBytes(memoryBytes)).toBe(bytes);
  });
});
