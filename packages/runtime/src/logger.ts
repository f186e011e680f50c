import { type Log, systemClock } from "@cenote/core";
import { destination, type DestinationStream, pino } from "pino";
import { createLineBuffer } from "./line-buffer";
import { createScrubber } from "./scrub";
import { createTimestamp } from "./timestamp";

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "silent";

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Name of the process, on every line. */
  readonly service: string;
  /** Standard output where absent. */
  readonly stream?: DestinationStream;
}

/** Memory for a reader of standard output that has stopped reading; lines beyond it are dropped. */
const BUFFER_LIMIT_BYTES = 16 * 1024 * 1024;
const WRITE_TOGETHER_BYTES = 64 * 1024;
const WRITE_LIMIT_BYTES = 4 * WRITE_TOGETHER_BYTES;
const WRITE_EVERY_MS = 100;

type Level = keyof Log;

/** What is gathered when the process exits is still written. */
const standardOutput = (): DestinationStream => {
  const output = destination({ fd: 1, sync: false, maxLength: BUFFER_LIMIT_BYTES, maxWrite: WRITE_LIMIT_BYTES });
  const lines = createLineBuffer({
    write: (text) => {
      output.write(text);
    },
    togetherBytes: WRITE_TOGETHER_BYTES,
    everyMs: WRITE_EVERY_MS,
    clock: systemClock,
  });
  process.once("exit", () => {
    try {
      lines.flush();
      output.flushSync();
    } catch {
      // Nobody reads any more.
    }
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
      // Errors have passed our scrubber, so pino must not serialize them again.
      serializers: { err: (scrubbed: unknown) => scrubbed },
      formatters: { level: (label) => ({ level: label }) },
    },
    output,
  );
  const at = (name: Level) => {
    // The level never changes, so lines of a disabled one cost nothing.
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
