/** Named gates at which answers wait. Once released, a gate stays open. */
export interface Holds {
  /** Calls `next` once the hold is released, or at once if it already is. @returns Cancels the wait. */
  wait(name: string, next: () => void): () => void;
  /** Whether the hold is released. */
  isReleased(name: string): boolean;
  /** @returns How many answers were waiting. */
  release(name: string): number;
}

/** Limit of remembered names; beyond it the oldest is forgotten. */
const MAX_RELEASED = 1000;

export const createHolds = (): Holds => {
  const waiting = new Map<string, Set<() => void>>();
  const released = new Set<string>();
  return {
    wait(name, next) {
      if (released.has(name)) {
        next();
        return () => {};
      }
      const here = waiting.get(name) ?? new Set();
      waiting.set(name, here.add(next));
      return () => {
        here.delete(next);
        if (here.size === 0 && waiting.get(name) === here) waiting.delete(name);
      };
    },
    isReleased: (name) => released.has(name),
    release(name) {
      released.add(name);
      const [oldest] = released;
      if (released.size > MAX_RELEASED && oldest !== undefined) released.delete(oldest);
      const here = waiting.get(name) ?? new Set();
      waiting.delete(name);
      for (const next of here) next();
      return here.size;
    },
  };
};
