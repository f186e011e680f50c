/** The clock, passed as an argument. Wall time is for records, monotonic time for durations and limits. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
  /** Milliseconds of a clock that never goes back, with a fraction. Only differences are meaningful. */
  monotonicMs(): number;
  /** Runs `callback` once after `delayMs`. Does not keep the process alive. */
  setTimer(callback: () => void, delayMs: number): Timer;
}

export interface Timer {
  cancel(): void;
}

/** Allowed difference between the wall clocks of two machines. A larger one is reported (`compareClocks`). */
export const CLOCKS_DIFFER_MS = 30_000;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer(callback, delayMs) {
    const handle = setTimeout(callback, delayMs).unref();
    return {
      cancel: () => {
        clearTimeout(handle);
      },
    };
  },
};

/** Resolves after `delayMs`, or rejects with the signal's reason. */
export const sleep = (clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const onAbort = () => {
      timer.cancel();
      reject(signal?.reason as Error);
    };
    const timer = clock.setTimer(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, delayMs);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
