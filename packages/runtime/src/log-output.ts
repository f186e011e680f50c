import type { Clock } from "@cenote/core";

/** The operating system's calls on one open file. */
export interface OutputFile {
  /** Writes without blocking. `done` gets the error, or the number of bytes written. */
  write(bytes: Uint8Array, done: (error: NodeJS.ErrnoException | null, written: number) => void): void;
  /** Writes synchronously, and returns the number of bytes. Throws the operating system's error. */
  writeNow(bytes: Uint8Array): number;
  /** Blocks the thread. */
  pause(durationMs: number): void;
}

export interface LogOutput {
  write(text: string): void;
  /**
   * Writes the pending text synchronously, for an exit. A reader that does not read delays it by `flushLimitMs` at
   * most.
   */
  flushNow(): void;
}

export interface LogOutputOptions {
  readonly file: OutputFile;
  /** Memory for a reader that has stopped reading; further text is dropped. */
  readonly limitBytes: number;
  readonly flushLimitMs: number;
  readonly clock: Pick<Clock, "setTimer" | "monotonicMs">;
}

/**
 * Pending texts are joined up to this size; otherwise a reader that stops for hours would leave a hundred thousand
 * pieces.
 */
const TOGETHER_BYTES = 64 * 1024;
const AGAIN_MS = 100;
const LOOK_MS = 10;

/** The reader accepts nothing at the moment. Every other error is a loss: the reader is gone, or the disk is full. */
const isBusy = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EAGAIN" || code === "EBUSY" || code === "EINTR";
};

/**
 * Writes in order and never fails: the log must neither end a process nor keep it from ending. Text that can't be
 * written is dropped. Later text is tried again, because a disk may have room by then.
 */
export const createLogOutput = ({ file, limitBytes, flushLimitMs, clock }: LogOutputOptions): LogOutput => {
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let isWriting = false;
  /** Whether the operating system is writing the first pending piece. */
  let isHandedOver = false;

  /** The operating system may be writing the first piece, so that piece must not change. */
  const add = (bytes: Buffer): void => {
    const last = waiting.length > 1 ? waiting.at(-1) : undefined;
    if (last === undefined || last.length + bytes.length > TOGETHER_BYTES) waiting.push(bytes);
    else waiting[waiting.length - 1] = Buffer.concat([last, bytes]);
    waitingBytes += bytes.length;
  };
  const drop = (): void => {
    waitingBytes -= waiting.shift()?.length ?? 0;
  };
  const took = (written: number): void => {
    const [first] = waiting;
    if (first === undefined) return;
    if (written >= first.length) {
      drop();
      return;
    }
    waitingBytes -= written;
    waiting[0] = first.subarray(written);
  };
  const next = (): void => {
    const [first] = waiting;
    isWriting = first !== undefined;
    if (first === undefined) return;
    isHandedOver = true;
    file.write(first, (error, written) => {
      isHandedOver = false;
      if (error !== null && isBusy(error)) {
        clock.setTimer(next, AGAIN_MS);
        return;
      }
      if (error === null) took(written);
      else drop();
      next();
    });
  };

  return {
    write(text) {
      const bytes = Buffer.from(text);
      if (waitingBytes + bytes.length > limitBytes) return;
      add(bytes);
      if (!isWriting) next();
    },
    flushNow() {
      const startedMs = clock.monotonicMs();
      if (isHandedOver) drop();
      for (let first = waiting[0]; first !== undefined; [first] = waiting) {
        try {
          took(file.writeNow(first));
        } catch (error) {
          if (!isBusy(error) || clock.monotonicMs() - startedMs >= flushLimitMs) return;
          file.pause(LOOK_MS);
        }
      }
    },
  };
};
