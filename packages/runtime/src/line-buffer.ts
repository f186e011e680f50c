import type { Clock, Timer } from "@cenote/core";

export interface LineBuffer {
  /** Takes a line, its end included. */
  write(line: string): void;
  /** Hands on what was gathered, at once. */
  flush(): void;
}

export interface LineBufferOptions {
  /** Gets many lines as one text. */
  readonly write: (lines: string) => void;
  readonly togetherCharacters: number;
  readonly everyMs: number;
  readonly clock: Pick<Clock, "setTimer">;
}

/**
 * Gathers lines and hands them on together: a system call a line would cost more than all else about it. They are joined once,
 * at the end: text that grows line by line is measured and copied anew with each.
 */
export const createLineBuffer = ({ write, togetherCharacters, everyMs, clock }: LineBufferOptions): LineBuffer => {
  let lines: string[] = [];
  let characters = 0;
  let timer: Timer | undefined;

  const flush = (): void => {
    timer?.cancel();
    timer = undefined;
    if (lines.length === 0) return;
    const gathered = lines.join("");
    lines = [];
    characters = 0;
    write(gathered);
  };

  return {
    write(line) {
      lines.push(line);
      characters += line.length;
      if (characters >= togetherCharacters) flush();
      else timer ??= clock.setTimer(flush, everyMs);
    },
    flush,
  };
};
