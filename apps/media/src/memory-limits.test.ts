import { memoryLimits } from "./memory-limits";

const MIB = 1024 * 1024;

test.each([
  [512, 21],
  [1024, 42],
  [8192, 128],
])("of %d MiB of memory, images of videos that no provider has accepted have %d MiB", (memoryMib, mib) => {
  expect(Math.floor(memoryLimits(memoryMib * MIB).firstFrameBytes / MIB)).toBe(mib);
});
