/** Gates that answers wait at, by name. What is released stands open from then on. */
export interface Holds {
  /** Calls `next` once the name is released: at once where it is. @returns Gives the wait up. */
  wait(name: string, next: () => void): () => void;
  /** Whether the name stands open. */
  isReleased(name: string): boolean;
  /** @returns How many answers waited. */
  release(name: string): number;
}

/** Of names that stand open; the oldest is forgotten. */
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
