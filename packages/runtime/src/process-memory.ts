import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

const MIB = 1024 * 1024;
/** By default V8 may use about half of the memory for its heap; a smaller heap means a smaller process. */
const HEAPS = 2;

export interface MemorySources {
  /** The container's limit, from `process.constrainedMemory()`: without a limit, 0 or more than the machine has. */
  readonly constrainedBytes: number;
  readonly totalBytes: number;
  /** The limit of V8's heap. */
  readonly heapBytes: number;
}

/** Memory that this process may use: the container's, or the machine's. */
export const processMemoryBytes = (
  { constrainedBytes, totalBytes, heapBytes }: MemorySources = {
    constrainedBytes: process.constrainedMemory(),
    totalBytes: totalmem(),
    heapBytes: getHeapStatistics().heap_size_limit,
  },
): number => Math.min(constrainedBytes === 0 ? totalBytes : constrainedBytes, totalBytes, HEAPS * heapBytes);

const MOST_LARGE_REQUEST_BYTES = 512 * MIB;
/** A byte of a request takes up to five bytes on its way (docs/operating.md). The remainder is for everything else. */
const MEMORY_PER_REQUEST_BYTE = 6;

/** Memory for the large requests under way in a process, in total. */
export const largeRequestBytes = (memoryBytes: number): number =>
  Math.min(MOST_LARGE_REQUEST_BYTES, Math.floor(memoryBytes / MEMORY_PER_REQUEST_BYTE));
