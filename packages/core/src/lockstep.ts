/** Hands over the next step of a call. */
export type Lockstep = (step: () => void) => void;

/**
 * Runs all steps handed over in one turn of the event loop together, in order, once every event of the turn is read.
 * Calls that arrive side by side then advance side by side: each piece of code is loaded once for all of them, where
 * one call after the other would find the processor's caches filled by what came between. A step that throws is an
 * uncaught error, as in any callback, and does not stop the others.
 */
export const createLockstep = (): Lockstep => {
  let steps: (() => void)[] = [];
  const run = () => {
    const together = steps;
    steps = [];
    for (const step of together) {
      try {
        step();
      } catch (error) {
        process.nextTick(() => {
          throw error;
        });
      }
    }
  };
  return (step) => {
    if (steps.length === 0) setImmediate(run);
    steps.push(step);
  };
};
