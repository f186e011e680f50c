/**
 * A value, or a promise of it. An `await` costs a call a turn of the event loop and half a kilobyte even when there is
 * nothing to wait for, so what every call looks up in memory is returned as it is. Callers check `instanceof Promise`
 * first. Errors are thrown or rejected.
 */
export type Awaitable<T> = T | Promise<T>;
