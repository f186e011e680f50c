import type { Socket } from "node:net";
import { takenBytes } from "./taken-bytes";

/** What was seen of a connection the last time it took something, or had nothing to take. */
export interface Progress {
  /** Monotonic. */
  movedMs: number;
  takenBytes: number;
}

export interface Sending {
  /** Null before an answer's turn on its connection: nothing waits for the reader then. */
  readonly socket: Socket | null;
  /** What waits in this process for the reader. */
  readonly waitingBytes: number;
}

/**
 * To be asked every second or so.
 * @returns For how long the reader has taken nothing of what waits for him, milliseconds; 0 where nothing does.
 */
export const stuckMs = (progress: Progress, { socket, waitingBytes }: Sending, nowMs: number): number => {
  const taken = socket === null ? progress.takenBytes : takenBytes(socket);
  if (socket === null || waitingBytes === 0 || taken !== progress.takenBytes) {
    progress.movedMs = nowMs;
    progress.takenBytes = taken;
  }
  return nowMs - progress.movedMs;
};
