import type { ProviderError } from "../provider-error";
import { Pieces } from "./pieces";

/** Most bytes that are read ahead of the reader, plus one read of the socket. */
const MAX_AHEAD_BYTES = 256 * 1024;

export interface BodyStreamOptions {
  readonly maxBytes: number;
  readonly tooLarge: ProviderError;
  /** Paused while the reader is behind. Aborted when the reader leaves or the body is too large. */
  readonly source: { pause(): void; resume(): void; abort(): void };
}

/** Pushed bytes as an iterable that can be read once. */
export interface BodyStream {
  readonly push: (bytes: Buffer) => void;
  readonly end: () => void;
  /** Ends the stream with an error, after the bytes that were pushed before. */
  readonly fail: (error: ProviderError) => void;
  readonly body: AsyncIterable<Buffer>;
}

interface Waiting {
  readonly resolve: (result: IteratorResult<Buffer>) => void;
  readonly reject: (error: ProviderError) => void;
}

const END: IteratorResult<Buffer> = { done: true, value: undefined };

export const createBodyStream = ({ maxBytes, tooLarge, source }: BodyStreamOptions): BodyStream => {
  /** Unread bytes, merged: a file may arrive in chunks of one byte, of which a list would be long. */
  const ahead = new Pieces();
  let totalBytes = 0;
  let waiting: Waiting | undefined;
  let outcome: "open" | "ended" | ProviderError = "open";

  const settle = (how: "ended" | ProviderError) => {
    if (outcome !== "open") return;
    outcome = how;
    if (how === "ended") waiting?.resolve(END);
    else waiting?.reject(how);
    waiting = undefined;
  };
  const leave = (): Promise<IteratorResult<Buffer>> => {
    ahead.take();
    if (outcome === "open") source.abort();
    settle("ended");
    return Promise.resolve(END);
  };
  const next = (): Promise<IteratorResult<Buffer>> => {
    if (ahead.sizeBytes > 0) {
      const value = ahead.take();
      source.resume();
      return Promise.resolve({ done: false, value });
    }
    if (outcome === "open")
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    return outcome === "ended" ? Promise.resolve(END) : Promise.reject(outcome);
  };

  return {
    push(bytes) {
      if (outcome !== "open") return;
      totalBytes += bytes.length;
      if (totalBytes > maxBytes) {
        source.abort();
        settle(tooLarge);
        return;
      }
      if (waiting !== undefined) {
        const { resolve } = waiting;
        waiting = undefined;
        resolve({ done: false, value: bytes });
        return;
      }
      ahead.push(bytes);
      if (ahead.sizeBytes > MAX_AHEAD_BYTES) source.pause();
    },
    end: () => {
      settle("ended");
    },
    fail: settle,
    body: { [Symbol.asyncIterator]: () => ({ next, return: leave }) },
  };
};
