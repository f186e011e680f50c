import type { Clock, Timer } from "@cenote/core";

export interface LineBuffer {
  /** Takes a line, its end included. */
  write(line: string): void;
  /** Hands on what was gathered, at once. */
  flush(): void;
}

export interface LineBufferOptions {
  /** Called with many lines as one text. */
  readonly write: (lines: string) => void;
  /** As UTF-8. */
  readonly togetherBytes: number;
  readonly everyMs: number;
  readonly clock: Pick<Clock, "setTimer">;
}

/** Most bytes of one UTF-16 unit as UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Gathers lines and hands them on together, because a system call per line would cost more than everything else about
 * it. Each line is copied into one buffer at once: it comes as dozens of small strings, which the garbage collector
 * would carry along for as long as the line waits.
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
