import type { Clock, Timer } from "@cenote/core";

export interface LineBuffer {
  /** Adds a line, including its line break. */
  write(line: string): void;
  /** Writes the collected lines at once. */
  flush(): void;
}

export interface LineBufferOptions {
  /** Called with many lines as one text. */
  readonly write: (lines: string) => void;
  /** Bytes as UTF-8. */
  readonly togetherBytes: number;
  readonly everyMs: number;
  readonly clock: Pick<Clock, "setTimer">;
}

/** The most UTF-8 bytes per UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Collects lines and writes them together, because a system call per line costs more than everything else about it.
 * Each line is copied into one buffer at once: it consists of dozens of small strings, which the garbage collector
 * would otherwise keep alive for as long as the line waits.
 */
export const createLineBuffer = ({ write, togetherBytes, everyMs, clock }: LineBufferOptions): LineBuffer => {
  const gathered = Buffer.allocUnsafeSlow(togetherBytes);
  let used = 0;
  let timer: Timer | undefined;

  const flush = (): void => {
    timer?.cancel();
    timer = undefined;
    if (used === 0) return;
    const lines = gathered.toString("utf8", 0, used);
    used = 0;
    write(lines);
  };

  return {
    write(line) {
      const maxBytes = line.length * MAX_BYTES_PER_UNIT;
      if (maxBytes > togetherBytes - used) flush();
      if (maxBytes > togetherBytes) {
        write(line);
        return;
      }
      used += gathered.write(line, used);
      timer ??= clock.setTimer(flush, everyMs);
    },
    flush,
  };
};
