import type { Clock } from "@cenote/core";
import { CircuitState, ConsecutiveBreaker, CountBreaker, ExponentialBackoff, noJitterGenerator } from "cockatiel";

/** Opens after this many failures in a row. */
const MAX_CONSECUTIVE_FAILURES = 5;
/** Or when more than half of the last calls failed. */
const FAILURE_RATE = { threshold: 0.5, size: 20, minimumNumberOfCalls: 10 };
/** Open for this long, then twice as long after each trial that fails: a provider that is back is found within 30 s. */
const FIRST_OPEN_MS = 5_000;
const MAX_OPEN_MS = 20_000;

export type BreakerState = "closed" | "open" | "half_open";

/** One use of a route. Only the first outcome reported counts. */
export interface BreakerUse {
  /** The route answers, though the end of the answer is not known yet: a trial has passed. */
  answering(): void;
  succeeded(): void;
  failed(): void;
  /** Says nothing about the route. */
  abandoned(): void;
}

/** Whether a route is worth a try. */
export interface Breaker {
  readonly state: BreakerState;
  /** False while it is open, and while a trial is under way. */
  readonly usable: boolean;
  /** Since or from when it is worth a trial; 0 while closed. Monotonic time. */
  readonly usableFromMs: number;
  /** Starts a use in any state; as a trial unless it is closed. */
  use(): BreakerUse;
}

const createOpenTimes = () =>
  new ExponentialBackoff({ generator: noJitterGenerator, initialDelay: FIRST_OPEN_MS, maxDelay: MAX_OPEN_MS }).next();

/**
 * The state machine is ours, the rules for opening are cockatiel's: its `execute` would measure by the wall clock and
 * make calls wait for another call's trial.
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
    let told = false;
    const once = (tell: () => void) => {
      // A use from before it opened says nothing about the time since.
      if (!told && !isOpen) tell();
      told = true;
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
    let told = false;
    const once = (tell: () => void) => {
      if (told) return;
      told = true;
      trials -= 1;
      tell();
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
