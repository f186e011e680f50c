import type { ServerResponse } from "node:http";
import { ChurnMap, type Clock, createTicker } from "@cenote/core";
import type { GatewayLimits } from "../../limits";
import { drainedOrClosed } from "../readers/drained";
import { type Progress, stuckMs } from "../readers/stuck-reader";
import { flushedBytes } from "../readers/flushed-bytes";
import type { HeaderList } from "./answer-headers";

/** One open answer of server-sent events. */
export interface EventStream {
  /**
   * Sends text. @returns Undefined, or a promise if more bytes wait than the buffer's bound. It resolves when they were
   * sent or the connection is closed. Await it before sending more.
   */
  write(text: string): Promise<void> | undefined;
  /** Sends the last text, and ends the answer. */
  end(text: string): void;
}

/** All open event streams. One shared timer runs while there are any. */
export interface EventStreams {
  /** Begins an answer. Its head is sent with the first text. */
  open(raw: ServerResponse, headers: HeaderList): EventStream;
  readonly openStreams: number;
}

export interface EventStreamsOptions extends Pick<GatewayLimits, "keepAliveMs" | "stuckReaderMs" | "readerBytesPerS"> {
  readonly clock: Clock;
}

interface OpenStream extends Progress {
  readonly isFramed: boolean;
  lastWriteMs: number;
}

const TICK_MS = 1000;
const KEEP_ALIVE = ": keep-alive\n\n";

const EVENT_HEADERS = [
  "content-type",
  "text/event-stream; charset=utf-8",
  "cache-control",
  "no-cache",
  "x-accel-buffering",
  "no",
];
const LAST_FRAME = "0\r\n\r\n";

/** Encodes text as one chunk of HTTP's chunked encoding. */
const frame = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/**
 * Writes the head. @returns Whether this file frames the chunks. Node sends size, text and line ends of a chunk as four
 * buffers; joining them saves a fifth of the cost of a streamed token.
 */
const beginBody = (raw: ServerResponse, headers: HeaderList): boolean => {
  const isChunked = raw.req.httpVersionMajor === 1 && raw.req.httpVersionMinor === 1;
  headers.push(...EVENT_HEADERS);
  if (isChunked) headers.push("transfer-encoding", "chunked");
  raw.writeHead(200, headers);
  if (isChunked) raw.chunkedEncoding = false;
  return isChunked;
};

export const createEventStreams = ({
  clock,
  keepAliveMs,
  stuckReaderMs,
  readerBytesPerS,
}: EventStreamsOptions): EventStreams => {
  const streams = new ChurnMap<ServerResponse, OpenStream>();

  const look = ([raw, stream]: [ServerResponse, OpenStream], nowMs: number): void => {
    const waitingBytes = raw.writableLength;
    const sending = { socket: raw.socket, waitingBytes, readerBytesPerS };
    if (stuckMs(stream, sending, nowMs) >= stuckReaderMs) raw.destroy();
    else if (waitingBytes === 0 && nowMs - stream.lastWriteMs >= keepAliveMs) {
      stream.lastWriteMs = nowMs;
      raw.write(stream.isFramed ? frame(KEEP_ALIVE) : KEEP_ALIVE);
    }
  };

  const startTicking = createTicker({ clock, everyMs: TICK_MS, things: streams, look });

  return {
    open(raw, headers) {
      const isFramed = beginBody(raw, headers);
      const nowMs = clock.monotonicMs();
      const startBytes = flushedBytes(raw.req.socket);
      const stream: OpenStream = { isFramed, lastWriteMs: nowMs, movedMs: nowMs, flushedBytes: startBytes, startBytes };
      streams.set(raw, stream);
      raw.once("close", () => {
        streams.delete(raw);
      });
      startTicking();
      return {
        write(text) {
          if (raw.destroyed) return undefined;
          stream.lastWriteMs = clock.monotonicMs();
          return raw.write(isFramed ? frame(text) : text) ? undefined : drainedOrClosed(raw);
        },
        end(text) {
          streams.delete(raw);
          if (!raw.destroyed) raw.end(isFramed ? frame(text) + LAST_FRAME : text);
        },
      };
    },
    get openStreams() {
      return streams.size;
    },
  };
};
