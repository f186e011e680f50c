/** The browser's time and chance are asked for here alone; what decides something gets them as arguments. */

/** Since 1970. */
export const nowMs = (): number => Date.now();

/** Since the page was opened; never set back. */
export const monotonicMs = (): number => performance.now();

/** 0 to 1, 1 excluded. */
export const random = (): number => Math.random();

/** @returns Calls it off. */
export const after = (delayMs: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, delayMs);
  return () => {
    clearTimeout(timer);
  };
};
