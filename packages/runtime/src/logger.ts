import { write, writeSync } from "node:fs";
import { type Log, systemClock } from "@cenote/core";
import { type DestinationStream, pino } from "pino";
import { createLineBuffer } from "./line-buffer";
import { createLogOutput, type OutputFile } from "./log-output";
import { createScrubber } from "./scrub";
import { createTimestamp } from "./timestamp";

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "silent";

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Name of the process, on every line. */
  readonly service: string;
  /** Default: standard output. */
  readonly stream?: DestinationStream;
}

/** Memory for a reader of standard output that has stopped reading; further lines are dropped. */
const BUFFER_LIMIT_BYTES = 16 * 1024 * 1024;
const WRITE_TOGETHER_BYTES = 64 * 1024;
const WRITE_EVERY_MS = 100;
/** Time for a reader that resumes when the process exits. */
const FLUSH_LIMIT_MS = 1000;

type Level = keyof Log;

/** Node makes a pipe non-blocking, so that a reader that stops reading does not block the writer. */
const openStandardOutput = (): OutputFile => {
  const { fd } = process.stdout;
  return {
    write(bytes, done) {
      write(fd, bytes, done);
    },
    writeNow: (bytes) => writeSync(fd, bytes),
    pause(durationMs) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, durationMs);
    },
  };
};

/** Lines that are collected when the process exits are still written. */
const standardOutput = (): DestinationStream => {
  const output = createLogOutput({
    file: openStandardOutput(),
    limitBytes: BUFFER_LIMIT_BYTES,
    flushLimitMs: FLUSH_LIMIT_MS,
    clock: systemClock,
  });
  const lines = createLineBuffer({
    write: (text) => {
      output.write(text);
    },
    togetherBytes: WRITE_TOGETHER_BYTES,
    everyMs: WRITE_EVERY_MS,
    clock: systemClock,
  });
  process.once("exit", () => {
    lines.flush();
    output.flushNow();
  });
  return lines;
};

/** One JSON object per line. Every field passes the scrubber; there is no other way to the stream. */
export const createLogger = ({ level, service, stream }: LoggerOptions): Log => {
  const scrub = createScrubber();
  const output = stream ?? standardOutput();
  const logger = pino(
    {
      level,
      base: { service, pid: process.pid },
      timestamp: createTimestamp(),
      // Errors have passed the scrubber, so pino must not serialise them again.
      serializers: { err: (scrubbed: unknown) => scrubbed },
      formatters: { level: (label) => ({ level: label }) },
    },
    output,
  );
  const at = (name: Level) => {
    // The level never changes, so lines of a disabled level cost nothing.
    if (!logger.isLevelEnabled(name)) return () => undefined;
    return (fields: object, message: string) => {
      logger[name](scrub.fields(fields), scrub.text(message));
    };
  };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
};
