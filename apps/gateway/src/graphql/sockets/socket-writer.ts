import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import { heldMs, type Progress, stuckMs } from "../../server/readers/stuck-reader";
import { flushedBytes } from "../../server/readers/flushed-bytes";

/** The sending side of one WebSocket. */
export interface SocketWriter {
  /** Resolves at once, or if more than `bufferBytes` wait, when they were sent or the reader has disconnected. */
  send(text: string): Promise<void>;
  /** Whether bytes wait for the reader. */
  isBehind(): boolean;
  /** As `stuckMs` of `stuck-reader.ts`. Call it every second. */
  stuckMs(nowMs: number): number;
  /** Bytes that the system has taken for the reader so far. */
  flushedBytes(): number;
  /** Milliseconds that a reader may need for what the system has buffered, after it has read `readBytes`. */
  heldMs(readBytes: number): number;
  /** Calls back when all bytes that wait now were sent, or the reader has disconnected. */
  whenFlushed(callback: () => void): void;
}

export interface SocketWriterOptions {
  readonly socket: WebSocket;
  /** The TCP socket under the WebSocket. */
  readonly raw: Socket;
  /** Monotonic. */
  readonly nowMs: number;
  /** With more unsent bytes than this, senders wait. */
  readonly bufferBytes: number;
  /** Least speed at which a reader must take what the system has buffered for it. */
  readonly readerBytesPerS: number;
}

export const createSocketWriter = ({
  socket,
  raw,
  nowMs: openedMs,
  bufferBytes,
  readerBytesPerS,
}: SocketWriterOptions): SocketWriter => {
  const progress: Progress = { movedMs: openedMs, flushedBytes: 0, startBytes: 0 };
  let isCorked = false;

  /**
   * Joins all messages of one turn of the event loop into one write. This delays nothing: the turn ends before any I/O.
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
      if (socket.readyState !== socket.OPEN) return Promise.resolve();
      corkForThisTurn();
      if (socket.bufferedAmount + text.length <= bufferBytes) {
        socket.send(text);
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        socket.send(text, () => {
          resolve();
        });
      });
    },
    isBehind: () => socket.bufferedAmount > 0,
    stuckMs: (nowMs) => stuckMs(progress, { socket: raw, waitingBytes: socket.bufferedAmount, readerBytesPerS }, nowMs),
    flushedBytes: () => flushedBytes(raw),
    heldMs: (readBytes) => heldMs(flushedBytes(raw) - readBytes, readerBytesPerS),
    // An empty write: its callback runs after the writes before it.
    whenFlushed(callback) {
      raw.write("", () => {
        callback();
      });
    },
  };
};
