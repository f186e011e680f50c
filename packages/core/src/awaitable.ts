/**
 * What is there already, or a promise of it: an `await` costs a call a turn and half a kilobyte even where there is nothing to wait for, so
 * what is looked up in memory for every call comes without. Who waits asks `instanceof Promise` first. Errors are thrown or rejected.
 */
export type Awaitable<T> = T | Promise<T>;
