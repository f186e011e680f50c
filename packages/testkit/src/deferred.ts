/** A promise settled from outside: tests wait for the event itself and never sleep. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

export const deferred = <T = void>(): Deferred<T> => Promise.withResolvers<T>();
