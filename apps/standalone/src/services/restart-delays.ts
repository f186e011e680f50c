import type { Clock } from "@cenote/core";

/** How long to wait before a process that ended is started again. */
export interface RestartDelays {
  /** To be called when it has started. */
  ready(): void;
  /** To be called when it has ended. @returns Milliseconds. */
  next(): number;
}

/** Before the first restart. A process that ends again soon waits twice as long each time, up to the longest. */
const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** A process that has run for this long counts as healthy: the next restart has the first pause again. */
const WELL_MS = 60_000;

export const createRestartDelays = (clock: Pick<Clock, "monotonicMs">): RestartDelays => {
  let delayMs = FIRST_MS;
  let readyAtMs: number | undefined;
  return {
    ready() {
      readyAtMs = clock.monotonicMs();
    },
    next() {
      if (readyAtMs !== undefined && clock.monotonicMs() - readyAtMs >= WELL_MS) delayMs = FIRST_MS;
      readyAtMs = undefined;
      const nowMs = delayMs;
      delayMs = Math.min(delayMs * 2, LONGEST_MS);
      return nowMs;
    },
  };
};
