import type { Clock } from "@cenote/core";

/** Backoff before a process that exited is restarted. */
export interface RestartDelays {
  /** To be called when the process is ready. */
  ready(): void;
  /** To be called when the process has exited. @returns Milliseconds. */
  next(): number;
}

/** The first pause. It doubles each time the process exits again soon, up to the longest. */
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
