import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

const MIB = 1024 * 1024;
/** Unless it is told otherwise, V8 takes about half of the memory for its heap; a smaller heap is a smaller process. */
const HEAPS = 2;

export interface MemorySources {
  /** Of the container, as `process.constrainedMemory()`: 0 or more than there is without one. */
  readonly constrainedBytes: number;
  readonly totalBytes: number;
  /** What V8 lets the heap grow to. */
  readonly heapBytes: number;
}

/** Memory that this process may use: its container's, or the machine's. */
export const processMemoryBytes = (
  { constrainedBytes, totalBytes, heapBytes }: MemorySources = {
    constrainedBytes: process.constrainedMemory(),
    totalBytes: totalmem(),
    heapBytes: getHeapStatistics().heap_size_limit,
  },
): number => Math.min(constrainedBytes === 0 ? totalBytes : constrainedBytes, totalBytes, HEAPS * heapBytes);

const MOST_LARGE_REQUEST_BYTES = 512 * MIB;
/** A byte of a request costs up to five on its way: see docs/operating.md. The rest is for everything else. */
const MEMORY_PER_REQUEST_BYTE = 6;

/** What the large requests under way in a process may have together. */
export const largeRequestBytes = (memoryBytes: number): number =>
  Math.min(MOST_LARGE_REQUEST_BYTES, Math.floor(memoryBytes / MEMORY_PER_REQUEST_BYTE));
