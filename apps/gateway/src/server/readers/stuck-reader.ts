import type { Socket } from "node:net";
import { flushedBytes } from "./flushed-bytes";

/** State of a connection when it last made progress, or had nothing to send. */
export interface Progress {
  /** Monotonic. */
  movedMs: number;
  flushedBytes: number;
  /** Bytes sent over the connection before the answer. */
  readonly startBytes: number;
}

export interface Sending {
  /** Null while a pipelined answer waits for its turn: then nothing waits for the reader. */
  readonly socket: Socket | null;
  /** Bytes buffered in this process for the reader. */
  readonly waitingBytes: number;
  /** Least speed at which a reader must take what the system has buffered for it. */
  readonly readerBytesPerS: number;
}

/**
 * Largest socket send buffer, by Linux's default. The system takes more only after a large part of it was read, so a
 * slow reader seems to take nothing meanwhile.
 */
const HELD_BYTES = 4 * 1024 * 1024;
const SECOND_MS = 1000;

/** Milliseconds that a reader may need for what the system may have buffered of `sentBytes`. */
export const heldMs = (sentBytes: number, readerBytesPerS: number): number =>
  (Math.min(HELD_BYTES, sentBytes) * SECOND_MS) / readerBytesPerS;

/**
 * To be called about every second.
 * @returns Milliseconds for which the reader has taken none of the waiting bytes, minus `heldMs`; 0 if nothing waits.
 */
export const stuckMs = (
  progress: Progress,
  { socket, waitingBytes, readerBytesPerS }: Sending,
  nowMs: number,
): number => {
  const taken = socket === null ? progress.flushedBytes : flushedBytes(socket);
  if (socket === null || waitingBytes === 0 || taken !== progress.flushedBytes) {
    progress.movedMs = nowMs;
    progress.flushedBytes = taken;
  }
  return Math.max(0, nowMs - progress.movedMs - heldMs(taken - progress.startBytes, readerBytesPerS));
};
