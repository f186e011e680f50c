/** A map that forgets what was set first once it holds `maxSize`. */
export interface BoundedMap<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

export const createBoundedMap = <V>(maxSize: number): BoundedMap<V> => {
  const values = new Map<string, V>();
  return {
    get: (key) => values.get(key),
    set(key, value) {
      values.delete(key);
      values.set(key, value);
      if (values.size <= maxSize) return;
      const [oldest] = values.keys();
      if (oldest !== undefined) values.delete(oldest);
    },
  };
};
