import { ChurnMap } from "./churn-map";

/** A map that forgets what was set first once it holds `maxSize`. To set a key again makes it no younger. */
export interface BoundedMap<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

/** @param maxSize At least 1. */
export const createBoundedMap = <V>(maxSize: number): BoundedMap<V> => {
  const values = new ChurnMap<string, V>();
  // The keys in a ring: the first key of a Map lies behind the gaps of all that were deleted, and each look walks over them.
  const keys: string[] = [];
  let oldest = 0;
  return {
    get: (key) => values.get(key),
    set(key, value) {
      if (!values.has(key)) {
        const forgotten = keys[oldest];
        if (forgotten !== undefined) values.delete(forgotten);
        keys[oldest] = key;
        oldest = (oldest + 1) % maxSize;
      }
      values.set(key, value);
    },
  };
};
