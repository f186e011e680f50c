/** The only reader of the browser's time and randomness. Functions that decide something get them as arguments. */

/** Milliseconds since 1970. */
export const nowMs = (): number => Date.now();

/** Milliseconds since the page was opened; never decreases. */
export const monotonicMs = (): number => performance.now();

/** From 0 to 1, without 1. */
export const random = (): number => Math.random();

/** @returns Cancels the timer. */
export const after = (delayMs: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, delayMs);
  return () => {
    clearTimeout(timer);
  };
};
