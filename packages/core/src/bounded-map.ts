import { ChurnMap } from "./churn-map";

/** A map that drops its oldest key when a new one exceeds `maxSize`. Setting a key again does not make it newer. */
export interface BoundedMap<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

/** @param maxSize At least 1. */
export const createBoundedMap = <V>(maxSize: number): BoundedMap<V> => {
  const values = new ChurnMap<string, V>();
  // A ring buffer of the keys, because V8 finds the first key of a Map by walking over the gaps of deleted keys.
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
