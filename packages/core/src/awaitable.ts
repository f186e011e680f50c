/**
 * A value, or a promise of it. Even for a value, `await` costs a turn of the microtask queue and half a kilobyte. So
 * in-memory lookups, which every call makes, return the value directly, and callers check `instanceof Promise` before
 * they await. Errors are thrown, or the promise rejects with them.
 */
export type Awaitable<T> = T | Promise<T>;
