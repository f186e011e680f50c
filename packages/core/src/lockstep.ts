/** Schedules the next step of a call. */
export type Lockstep = (step: () => void) => void;

/**
 * Runs all steps that were scheduled in one turn of the event loop together, in order, after all events of the turn have
 * been read. So concurrent calls advance together, and the processor's caches load each piece of code once for all calls
 * instead of once per call. A step that throws causes an uncaught error, as in any callback, and does not stop the
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
