import type { Socket } from "node:net";
import type { WebSocket } from "ws";

/** The sending side of one WebSocket. */
export interface SocketWriter {
  /** @returns A promise where the reader is behind by more than the bound: it resolves when he has caught up or gone. */
  send(text: string): Promise<void> | undefined;
  /** For how long the reader has been behind; 0 where he is not. */
  behindMs(nowMs: number): number;
}

export interface SocketWriterOptions {
  readonly socket: WebSocket;
  /** What the WebSocket runs over. */
  readonly raw: Socket;
  readonly monotonicMs: () => number;
  /** Above it whoever sends waits. */
  readonly bufferBytes: number;
  /** Above it the reader is taken to be gone: what is sent without waiting (answers to pings, errors) must end somewhere. */
  readonly pileBytes: number;
  readonly onPile: () => void;
}

export const createSocketWriter = ({ socket, raw, monotonicMs, bufferBytes, pileBytes, onPile }: SocketWriterOptions): SocketWriter => {
  let isCorked = false;
  let waiting = 0;
  let behindSinceMs = 0;

  /** What is sent in one turn of the event loop leaves in one write. Nothing is delayed: the turn is over before any I/O. */
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
      if (socket.bufferedAmount > pileBytes) {
        onPile();
        return undefined;
      }
      corkForThisTurn();
      if (socket.bufferedAmount + text.length <= bufferBytes) {
        socket.send(text);
        return undefined;
      }
      if (waiting === 0) behindSinceMs = monotonicMs();
      waiting++;
      return new Promise((resolve) => {
        socket.send(text, () => {
          waiting--;
          behindSinceMs = monotonicMs();
          resolve();
        });
      });
    },
    behindMs: (nowMs) => (waiting === 0 ? 0 : nowMs - behindSinceMs),
  };
};
