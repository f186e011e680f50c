import type { Clock } from "@cenote/core";

/** The calls of the operating system, on one open file. */
export interface OutputFile {
  /** Writes without holding up the process. `done` has the error, or how many bytes were written. */
  write(bytes: Uint8Array, done: (error: NodeJS.ErrnoException | null, written: number) => void): void;
  /** Writes at once, and returns how many bytes. Throws the operating system's error. */
  writeNow(bytes: Uint8Array): number;
  /** Stands still. */
  pause(durationMs: number): void;
}

export interface LogOutput {
  write(text: string): void;
  /** Writes what waits, for an exit: a reader that does not read holds it up no longer than `flushLimitMs`. */
  flushNow(): void;
}

export interface LogOutputOptions {
  readonly file: OutputFile;
  /** Memory for a reader that has stopped reading; text beyond it is dropped. */
  readonly limitBytes: number;
  readonly flushLimitMs: number;
  readonly clock: Pick<Clock, "setTimer" | "monotonicMs">;
}

/** What waits is joined up to this: a reader that stands still for hours would be behind by a hundred thousand pieces. */
const TOGETHER_BYTES = 64 * 1024;
const AGAIN_MS = 100;
const LOOK_MS = 10;

/** The reader takes nothing now. Anything else is a loss: it is gone, or the disk is full. */
const isBusy = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EAGAIN" || code === "EBUSY" || code === "EINTR";
};

/**
 * Writes in order without ever failing: the log must not end a process, nor keep it from ending. What can't be written
 * is dropped, and what comes after it is tried again, since a disk may have room by then.
 */
export const createLogOutput = ({ file, limitBytes, flushLimitMs, clock }: LogOutputOptions): LogOutput => {
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let isWriting = false;
  /** The first of what waits is in the operating system's hands. */
  let isHandedOver = false;

  /** The first may be in the operating system's hands, and stays as it is. */
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
