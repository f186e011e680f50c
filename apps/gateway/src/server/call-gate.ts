import { CenoteError } from "@cenote/core";

/** Counts the calls under way and turns further ones away when there are too many or the gateway is closing. */
export interface CallGate {
  /** Errors: overloaded. Whoever came in leaves exactly once. @param abort How the call is cut. */
  enter(abort: AbortController): void;
  leave(abort: AbortController): void;
  /** Lets nobody in any more. */
  close(): void;
  /** Cuts every call under way: each fails with `overloaded`. */
  cut(): void;
  /** Resolves once everybody has left. */
  empty(): Promise<void>;
  readonly isClosed: boolean;
  readonly openCalls: number;
}

export const createCallGate = (options: { readonly maxOpenCalls: number; readonly retryAfterMs: number }): CallGate => {
  const { maxOpenCalls, retryAfterMs } = options;
  const calls = new Set<AbortController>();
  const emptied = Promise.withResolvers<void>();
  let isClosed = false;

  const shuttingDown = () => new CenoteError("overloaded", "The service is shutting down.", { retryAfterMs });
  const tellEmpty = () => {
    if (isClosed && calls.size === 0) emptied.resolve();
  };

  return {
    enter(abort) {
      if (isClosed) throw shuttingDown();
      if (calls.size >= maxOpenCalls) throw new CenoteError("overloaded", undefined, { retryAfterMs });
      calls.add(abort);
    },
    leave(abort) {
      calls.delete(abort);
      tellEmpty();
    },
    close() {
      isClosed = true;
      tellEmpty();
    },
    cut() {
      for (const call of calls) call.abort(shuttingDown());
    },
    empty: () => emptied.promise,
    get isClosed() {
      return isClosed;
    },
    get openCalls() {
      return calls.size;
    },
  };
};
