/**
 * Small enough that no table survives a young collection. With fewer deletions a new table would cost more than it saves.
 */
const MIN_DELETIONS = 32;

/**
 * A map for entries that are added and deleted by the thousand, such as calls under way. When a `Map` is full of deleted
 * entries, V8 gives it a new table, to which the old table points. Once V8 has promoted an old table to the old
 * generation, everything in its successors stays alive until the next full collection. Such entries were most of what
 * young collections had to copy. So this map replaces its `Map` after as many deletions as it has entries: no table then
 * points to the next.
 *
 * While the map is iterated, entries may be deleted but not set.
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
