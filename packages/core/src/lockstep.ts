/** Schedules the next step of a call. */
export type Lockstep = (step: () => void) => void;

/**
 * Runs all steps scheduled in one turn of the event loop together, in order, after every event of the turn is read. So
 * concurrent calls advance together, and each piece of code is loaded into the processor's caches once for all of them
 * instead of once per call. A step that throws is an uncaught error, as in any callback, and does not stop the
 * others.
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
