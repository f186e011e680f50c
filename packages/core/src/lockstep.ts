/** Hands over a step of one call's way. */
export type Lockstep = (step: () => void) => void;

/**
 * Steps that are handed over in one turn of the event loop run together, in their order, once all events of the turn are read. Calls
 * that arrive side by side then go the same way side by side: each piece of code is fetched once for all of them, where one
 * call after the other would find the caches of the processor taken by what follows. A step that throws is an uncaught error, as in
 * any callback, and keeps the others from nothing.
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
        process.nextTick(() => { throw error; });
      }
    }
  };
  return (step) => {
    if (steps.length === 0) setImmediate(run);
    steps.push(step);
  };
};
