import type { ServerResponse } from "node:http";
import { CenoteError, ChurnMap, type Clock, createTicker } from "@cenote/core";
import type { GatewayLimits } from "../../limits";
import { flushedBytes } from "./flushed-bytes";

/** Watches the readers of finished answers. One shared timer runs while there are any. */
export interface SlowReaders {
  /** From now until `leave`, the reader must keep up, or is disconnected. */
  watch(raw: ServerResponse): void;
  /** The answer was sent completely, or its reader is gone. */
  leave(raw: ServerResponse): void;
  /** Counts an answer in memory until its connection closes. @param share See `shareOfCaller`. */
  keep(raw: ServerResponse, share: string, bytes: number): void;
  /** Errors: rate_limit_exceeded if too many bytes of the organization wait already. */
  requireRoom(share: string): void;
  /** Whether no finished answer waits for its reader. */
  readonly isEmpty: boolean;
}

export interface SlowReadersOptions extends Pick<
  GatewayLimits,
  "stuckReaderMs" | "readerBytesPerS" | "untakenBytes" | "retryAfterMs"
> {
  readonly clock: Clock;
}

interface Reading {
  startMs: number;
  /** Bytes sent over the connection before. */
  startBytes: number;
  /** Time and byte count of the last progress. */
  movedMs: number;
  movedBytes: number;
}

const TICK_MS = 1000;
const SECOND_MS = 1000;

const beginReading = (raw: ServerResponse, nowMs: number): Reading => {
  const bytes = flushedBytes(raw.req.socket);
  return { startMs: nowMs, startBytes: bytes, movedMs: nowMs, movedBytes: bytes };
};

export const createSlowReaders = ({
  clock,
  stuckReaderMs,
  readerBytesPerS,
  untakenBytes,
  retryAfterMs,
}: SlowReadersOptions): SlowReaders => {
  const readings = new ChurnMap<ServerResponse, Reading>();
  const untaken = new ChurnMap<string, number>();

  const timeFor = (bytes: number): number => stuckReaderMs + (bytes * SECOND_MS) / readerBytesPerS;

  const isLate = (raw: ServerResponse, reading: Reading, nowMs: number): boolean => {
    // A pipelined answer whose turn has not come: its reader can't take any of it yet.
    if (raw.socket === null) {
      Object.assign(reading, beginReading(raw, nowMs));
      return false;
    }
    const bytes = flushedBytes(raw.req.socket);
    if (bytes > reading.movedBytes) {
      reading.movedBytes = bytes;
      reading.movedMs = nowMs;
    }
    return (
      nowMs - reading.movedMs > timeFor(raw.writableLength) ||
      nowMs - reading.startMs > timeFor(bytes - reading.startBytes)
    );
  };

  const startTicking = createTicker({
    clock,
    everyMs: TICK_MS,
    things: readings,
    look([raw, reading], nowMs) {
      if (isLate(raw, reading, nowMs)) raw.destroy();
    },
  });

  return {
    watch(raw) {
      if (readings.has(raw) || raw.closed || raw.destroyed) return;
      readings.set(raw, beginReading(raw, clock.monotonicMs()));
      startTicking();
    },
    leave(raw) {
      readings.delete(raw);
    },
    keep(raw, share, bytes) {
      if (raw.closed || raw.destroyed) return;
      untaken.set(share, (untaken.get(share) ?? 0) + bytes);
      raw.once("close", () => {
        const left = (untaken.get(share) ?? 0) - bytes;
        if (left > 0) untaken.set(share, left);
        else untaken.delete(share);
      });
    },
    requireRoom(share) {
      if ((untaken.get(share) ?? 0) < untakenBytes) return;
      throw new CenoteError(
        "rate_limit_exceeded",
        "Too many large answers of this organization are waiting to be read.",
        { retryAfterMs },
      );
    },
    get isEmpty() {
      return readings.size === 0;
    },
  };
};
