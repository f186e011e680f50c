import type { Clock } from "@cenote/core";

/** A clock whose timers fire at once, as if their time had passed. No other time passes. */
export const createHurriedClock = (): Clock => {
  let elapsedMs = 0;
  return {
    nowMs: () => elapsedMs,
    monotonicMs: () => elapsedMs,
    setTimer(callback, delayMs) {
      const handle = setImmediate(() => {
        elapsedMs += delayMs;
        callback();
      });
      return {
        cancel: () => {
          clearImmediate(handle);
        },
      };
    },
  };
};
