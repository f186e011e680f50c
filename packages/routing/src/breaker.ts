import type { Clock } from "@cenote/core";
import { CircuitState, ConsecutiveBreaker, CountBreaker, ExponentialBackoff, noJitterGenerator } from "cockatiel";

/** Opens after this many failures in a row. */
const MAX_CONSECUTIVE_FAILURES = 5;
/** Or when more than half of the last calls failed. */
const FAILURE_RATE = { threshold: 0.5, size: 20, minimumNumberOfCalls: 10 };
/** Open for this long, doubled after each failed trial. A provider that has recovered is used again within 30 s. */
const FIRST_OPEN_MS = 5_000;
const MAX_OPEN_MS = 20_000;

export type BreakerState = "closed" | "open" | "half_open";

/** One use of a route. Only the first outcome reported counts. */
export interface BreakerUse {
  /** The answer has begun, but has not ended yet. That is enough for a trial to succeed. */
  answering(): void;
  succeeded(): void;
  failed(): void;
  /** The outcome says nothing about the route. */
  abandoned(): void;
}

/** The circuit breaker of a route. */
export interface Breaker {
  readonly state: BreakerState;
  /** False while it is open, and while a trial is under way. */
  readonly usable: boolean;
  /** When the breaker becomes half open, or became so; 0 while closed. Monotonic time. */
  readonly usableFromMs: number;
  /** Starts a use, in any state. It is a trial unless the breaker is closed. */
  use(): BreakerUse;
}

const createOpenTimes = () =>
  new ExponentialBackoff({ generator: noJitterGenerator, initialDelay: FIRST_OPEN_MS, maxDelay: MAX_OPEN_MS }).next();

/**
 * Only the rules for opening are cockatiel's. The state machine is our own, because cockatiel's `execute` reads the wall
 * clock and makes calls wait for another call's trial.
 */
export const createBreaker = ({ clock }: { readonly clock: Clock }): Breaker => {
  const rules = [new ConsecutiveBreaker(MAX_CONSECUTIVE_FAILURES), new CountBreaker(FAILURE_RATE)];
  let isOpen = false;
  let openUntilMs = 0;
  let openTimes = createOpenTimes();
  let trials = 0;

  const open = () => {
    openUntilMs = clock.monotonicMs() + openTimes.duration;
    openTimes = openTimes.next(undefined);
    isOpen = true;
  };
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    openUntilMs = 0;
    openTimes = createOpenTimes();
    for (const rule of rules) rule.success(CircuitState.HalfOpen);
  };

  const useClosed = (): BreakerUse => {
    let isReported = false;
    const once = (report: () => void) => {
      // A use that began before the breaker opened says nothing about the time since.
      if (!isReported && !isOpen) report();
      isReported = true;
    };
    return {
      answering() {},
      succeeded() {
        once(() => {
          for (const rule of rules) rule.success(CircuitState.Closed);
        });
      },
      failed() {
        once(() => {
          if (rules.map((rule) => rule.failure(CircuitState.Closed)).includes(true)) open();
        });
      },
      abandoned() {
        once(() => {});
      },
    };
  };

  const useOpen = (): BreakerUse => {
    trials += 1;
    let isReported = false;
    const once = (report: () => void) => {
      if (isReported) return;
      isReported = true;
      trials -= 1;
      report();
    };
    return {
      answering() {
        once(close);
      },
      succeeded() {
        once(close);
      },
      failed() {
        once(() => {
          if (isOpen && clock.monotonicMs() >= openUntilMs) open();
        });
      },
      abandoned() {
        once(() => {});
      },
    };
  };

  return {
    get state() {
      if (!isOpen) return "closed";
      return clock.monotonicMs() < openUntilMs ? "open" : "half_open";
    },
    get usable() {
      return !isOpen || (trials === 0 && clock.monotonicMs() >= openUntilMs);
    },
    get usableFromMs() {
      return openUntilMs;
    },
    use: () => (isOpen ? useOpen() : useClosed()),
  };
};
