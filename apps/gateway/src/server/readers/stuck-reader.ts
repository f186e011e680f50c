import type { Socket } from "node:net";
import { takenBytes } from "./taken-bytes";

/** What was seen of a connection the last time it took something, or had nothing to take. */
export interface Progress {
  /** Monotonic. */
  movedMs: number;
  takenBytes: number;
  /** What its connection had taken before. */
  readonly startBytes: number;
}

export interface Sending {
  /** Null before an answer's turn on its connection: nothing waits for the reader then. */
  readonly socket: Socket | null;
  /** What waits in this process for the reader. */
  readonly waitingBytes: number;
  /** Least speed at which a reader takes what the system holds for it. */
  readonly readerBytesPerS: number;
}

/**
 * What the system holds for a reader at most, by Linux's default. It takes more only after a large part of that was
 * read, so that a slow reader seems to take nothing meanwhile.
 */
const HELD_BYTES = 4 * 1024 * 1024;
const SECOND_MS = 1000;

/** Time in which a reader takes what the system may hold of so many bytes, milliseconds. */
export const heldMs = (sentBytes: number, readerBytesPerS: number): number =>
  (Math.min(HELD_BYTES, sentBytes) * SECOND_MS) / readerBytesPerS;

/**
 * To be asked every second or so.
 * @returns For how long the reader has taken nothing of what waits, milliseconds, beyond the time in which it
 * takes what the system may hold; 0 where nothing waits.
 */
export const stuckMs = (
  progress: Progress,
  { socket, waitingBytes, readerBytesPerS }: Sending,
  nowMs: number,
): number => {
  const taken = socket === null ? progress.takenBytes : takenBytes(socket);
  if (socket === null || waitingBytes === 0 || taken !== progress.takenBytes) {
    progress.movedMs = nowMs;
    progress.takenBytes = taken;
  }
  return Math.max(0, nowMs - progress.movedMs - heldMs(taken - progress.startBytes, readerBytesPerS));
};
