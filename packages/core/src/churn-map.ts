/** Few, so that no table lives as long as it takes from one young collection to the next; below them a fresh one would cost more than it saves. */
const MIN_DELETIONS = 32;

/**
 * A map whose entries come and go by the thousand, like calls under way. V8 gives a `Map` a new table each time the old one is full of deleted
 * entries, and lets the old one point to it. Once one of the old tables has grown old in the collector's eyes, all that follow are kept with
 * what was in them until the next full collection: most of what young collections had to copy was that. So the `Map` itself is made anew as
 * often as its entries have changed, and no table leads to the next.
 *
 * While it is walked through, entries may be deleted, but none set.
 */
export class ChurnMap<K, V> implements ReadonlyMap<K, V> {
  #map: Map<K, V>;
  #deletions = 0;

  constructor(entries: Iterable<readonly [K, V]> = []) {
    this.#map = new Map(entries);
  }

  get size(): number {
    return this.#map.size;
  }

  get(key: K): V | undefined {
    return this.#map.get(key);
  }

  has(key: K): boolean {
    return this.#map.has(key);
  }

  set(key: K, value: V): this {
    if (this.#deletions >= MIN_DELETIONS && this.#deletions >= this.#map.size) this.#renew();
    this.#map.set(key, value);
    return this;
  }

  delete(key: K): boolean {
    const isThere = this.#map.delete(key);
    if (isThere) this.#deletions++;
    return isThere;
  }

  clear(): void {
    this.#map = new Map();
    this.#deletions = 0;
  }

  keys(): MapIterator<K> {
    return this.#map.keys();
  }

  values(): MapIterator<V> {
    return this.#map.values();
  }

  entries(): MapIterator<[K, V]> {
    return this.#map.entries();
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.#map[Symbol.iterator]();
  }

  forEach(callback: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.#map) callback(value, key, this);
  }

  #renew(): void {
    this.#map = new Map(this.#map);
    this.#deletions = 0;
  }
}
