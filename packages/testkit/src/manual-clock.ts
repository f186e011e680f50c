import type { Clock } from "@cenote/core";

/** A clock that the test advances. */
export interface ManualClock extends Clock {
  /** Advances time and runs every timer that falls due, in order, letting promises settle in between. */
  advance(byMs: number): Promise<void>;
  /** How far it has been advanced. */
  passedMs(): number;
}

interface PendingTimer {
  readonly dueMs: number;
  readonly order: number;
  readonly callback: () => void;
}

const settle = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

/** Not 0, which a duration could equal as well. */
const STARTED_MS = 86_400_000;

/** @param startMs Wall time at the start; monotonic time starts at one day. */
export const createManualClock = (startMs = Date.UTC(2026, 0, 1)): ManualClock => {
  let elapsedMs = STARTED_MS;
  let order = 0;
  const timers = new Set<PendingTimer>();
  const nextDue = (limitMs: number): PendingTimer | undefined =>
    [...timers].filter((timer) => timer.dueMs <= limitMs).sort((a, b) => a.dueMs - b.dueMs || a.order - b.order)[0];

  return {
    nowMs: () => startMs + elapsedMs - STARTED_MS,
    monotonicMs: () => elapsedMs,
    setTimer(callback, delayMs) {
      const timer = { dueMs: elapsedMs + Math.max(0, delayMs), order: order++, callback };
      timers.add(timer);
      return {
        cancel: () => {
          timers.delete(timer);
        },
      };
    },
    passedMs: () => elapsedMs - STARTED_MS,
    async advance(byMs) {
      const endMs = elapsedMs + byMs;
      await settle();
      for (let timer = nextDue(endMs); timer !== undefined; timer = nextDue(endMs)) {
        timers.delete(timer);
        elapsedMs = timer.dueMs;
        timer.callback();
        await settle();
      }
      elapsedMs = endMs;
      await settle();
    },
  };
};
