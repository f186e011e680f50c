import type { Clock } from "@cenote/core";

/** A server's sense of having stood still: stopped, swapped out, or busy with something else for long. */
export interface Standstill {
  /** Begins a call that was read just now; after a standstill a moment later. */
  begin(call: () => void): void;
  /** Notices nothing any more. */
  close(): void;
}

const TICK_MS = 500;
/** Less than callers wait for any answer. */
const STANDSTILL_MS = 2_000;
/** Long enough to read all that came meanwhile. */
const READING_MS = 100;

/**
 * Whoever asked a process that stood still was told long ago that it does not answer, and left. His request still lies
 * in the socket, before the news that he left: begun as it is read, it would hold money for nobody. So what is read
 * after a standstill begins once the rest was read too, and by then is known to be cancelled.
 */
export const createStandstill = (clock: Clock): Standstill => {
  let seenMs = clock.monotonicMs();
  let readUntilMs = -Infinity;
  const look = (): boolean => {
    const nowMs = clock.monotonicMs();
    if (nowMs - seenMs > STANDSTILL_MS) readUntilMs = nowMs + READING_MS;
    return nowMs < readUntilMs;
  };
  const tick = () => {
    look();
    seenMs = clock.monotonicMs();
    timer = clock.setTimer(tick, TICK_MS);
  };
  let timer = clock.setTimer(tick, TICK_MS);
  return {
    begin(call) {
      if (look()) clock.setTimer(call, READING_MS);
      else call();
    },
    close() {
      timer.cancel();
    },
  };
};
