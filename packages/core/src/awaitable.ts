/**
 * A value, or a promise of it. An `await` costs a turn of the microtask queue and half a kilobyte even when the value is
 * ready, so lookups in memory, which every call makes, return the value directly. Callers check `instanceof Promise`
 * first. Errors are thrown or rejected.
 */
export type Awaitable<T> = T | Promise<T>;
