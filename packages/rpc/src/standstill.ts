import type { Clock } from "@cenote/core";

/** Detects that this process was stalled: it was stopped, swapped out, or busy with something else. */
export interface Standstill {
  /** Begins a call that was just read; a moment later after a standstill. */
  begin(call: () => void): void;
  /** Ends the detection. */
  close(): void;
}

const TICK_MS = 500;
/** Shorter than the deadline of any caller. */
const STANDSTILL_MS = 2_000;
/** Long enough to read everything that arrived during the standstill. */
const READING_MS = 100;

/**
 * During a standstill callers reach their deadline and cancel. The socket then has the request, followed by its
 * cancellation. A request that began as soon as it is read would hold money for a call that nobody waits for. So requests
 * that are read after a standstill begin a moment later, when their cancellation has been read too.
 */
export const createStandstill = (clock: Clock): Standstill => {
  let seenMs = clock.monotonicMs();
  let readUntilMs = -Infinity;
  const isReading = (): boolean => {
    const nowMs = clock.monotonicMs();
    if (nowMs - seenMs > STANDSTILL_MS) readUntilMs = nowMs + READING_MS;
    return nowMs < readUntilMs;
  };
  const tick = () => {
    isReading();
    seenMs = clock.monotonicMs();
    timer = clock.setTimer(tick, TICK_MS);
  };
  let timer = clock.setTimer(tick, TICK_MS);
  return {
    begin(call) {
      if (isReading()) clock.setTimer(call, READING_MS);
      else call();
    },
    close() {
      timer.cancel();
    },
  };
};
