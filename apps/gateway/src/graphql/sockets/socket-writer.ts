import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import { type Progress, standstillMs } from "../../server/readers/standstill";

/** The sending side of one WebSocket. */
export interface SocketWriter {
  /**
   * @returns A promise where the reader is behind by more than the bound: it resolves when he has caught up or gone.
   */
  send(text: string): Promise<void> | undefined;
  /** Whether anything waits for the reader. */
  isBehind(): boolean;
  /**
   * Milliseconds for which the reader has taken nothing of what waits for him; 0 if nothing does. To be asked every
   * second.
   */
  standstillMs(nowMs: number): number;
  /** Calls back once everything that waits now was taken, or the reader is gone. */
  whenTaken(callback: () => void): void;
}

export interface SocketWriterOptions {
  readonly socket: WebSocket;
  /** What the WebSocket runs over. */
  readonly raw: Socket;
  /** Monotonic. */
  readonly nowMs: number;
  /** Above it whoever sends waits. */
  readonly bufferBytes: number;
}

export const createSocketWriter = ({
  socket,
  raw,
  nowMs: openedMs,
  bufferBytes,
}: SocketWriterOptions): SocketWriter => {
  const progress: Progress = { movedMs: openedMs, takenBytes: 0 };
  let isCorked = false;

  /**
   * Joins what is sent in one turn of the event loop into one write. Nothing is delayed: the turn ends before any I/O.
   */
  const corkForThisTurn = () => {
    if (isCorked) return;
    isCorked = true;
    raw.cork();
    process.nextTick(() => {
      isCorked = false;
      raw.uncork();
    });
  };

  return {
    send(text) {
      if (socket.readyState !== socket.OPEN) return undefined;
      corkForThisTurn();
      if (socket.bufferedAmount + text.length <= bufferBytes) {
        socket.send(text);
        return undefined;
      }
      return new Promise((resolve) => {
        socket.send(text, () => {
          resolve();
        });
      });
    },
    isBehind: () => socket.bufferedAmount > 0,
    standstillMs: (nowMs) => standstillMs(progress, { socket: raw, waitingBytes: socket.bufferedAmount }, nowMs),
    // Nothing goes out behind what waits, and its callback comes in its turn.
    whenTaken(callback) {
      raw.write("", () => {
        callback();
      });
    },
  };
};
