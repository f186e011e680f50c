import { CenoteError } from "@cenote/core";
import { abortedError } from "./carried-error";
import type { ToUnsureError } from "./unsure-outcome";

/** The source of one streaming call's messages. */
export interface StreamSource<T> {
  next(): Promise<IteratorResult<T, unknown>>;
  /** Stops the source at once. @param reason For its service. A pending `next()` need not settle afterwards. */
  cancel(reason: CenoteError): void;
  /** Called once, when the source has ended or failed by itself. */
  ended(): void;
  /** Turns what `next()` threw into the caller's error. Also called after `cancel()`, for the log. */
  toError(thrown: unknown): CenoteError;
  /** Makes the caller's error for its own abort after the source has begun. */
  readonly toUnsure: ToUnsureError;
}

export interface CallStreamOptions<T> {
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** Starts the call. Called once, by the first `next()`. Throws only CenoteErrors. */
  readonly open: () => StreamSource<T>;
}

interface Waiter<T> {
  readonly resolve: (result: IteratorResult<T, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

const DONE = { done: true, value: undefined } as const;

/**
 * The caller's end of a streaming call, the same for every transport. `return()` or an abort stops the source at once,
 * even while a `next()` is pending, for which an async generator would wait. The next `next()` reports an abort between two
 * messages, so that a cut stream never looks complete.
 */
export const createCallStream = <T>({ signal, open }: CallStreamOptions<T>): AsyncIterableIterator<T, undefined> => {
  /**
   * Pending `next()` calls, nearly always one. Not a Set, whose replaced tables would keep removed entries alive (see
   * ChurnMap).
   */
  const waiting: Waiter<T>[] = [];
  let source: StreamSource<T> | undefined;
  let closed = false;
  let unreported: CenoteError | undefined;

  /** @returns Whether it was still waiting. */
  const removeWaiter = (waiter: Waiter<T>): boolean => {
    const index = waiting.indexOf(waiter);
    if (index !== -1) waiting.splice(index, 1);
    return index !== -1;
  };
  const close = () => {
    closed = true;
    signal?.removeEventListener("abort", onAbort);
  };
  const stop = (reason: CenoteError) => {
    close();
    source?.cancel(reason);
  };
  const onAbort = () => {
    if (signal === undefined) return;
    const aborted = abortedError(signal);
    stop(aborted);
    const error = source?.toUnsure(aborted) ?? aborted;
    if (waiting.length === 0) unreported = error;
    for (const waiter of waiting.splice(0)) waiter.reject(error);
  };
  const start = (): StreamSource<T> => {
    if (signal?.aborted === true) throw abortedError(signal);
    const opened = open();
    signal?.addEventListener("abort", onAbort, { once: true });
    return opened;
  };
  const end = (from: StreamSource<T>) => {
    if (closed) return;
    close();
    from.ended();
  };
  const pull = async (from: StreamSource<T>, waiter: Waiter<T>) => {
    waiting.push(waiter);
    try {
      const result = await from.next();
      if (result.done === true) end(from);
      // A message that arrives after the caller has left is dropped.
      if (removeWaiter(waiter)) waiter.resolve(result.done === true ? DONE : result);
    } catch (thrown) {
      const error = from.toError(thrown);
      end(from);
      if (removeWaiter(waiter)) waiter.reject(error);
    }
  };

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      if (unreported !== undefined) {
        const error = unreported;
        unreported = undefined;
        return Promise.reject(error);
      }
      if (closed) return Promise.resolve(DONE);
      return new Promise((resolve, reject) => {
        try {
          source ??= start();
          void pull(source, { resolve, reject });
        } catch (thrown) {
          close();
          reject(thrown);
        }
      });
    },
    return() {
      unreported = undefined;
      if (!closed) stop(new CenoteError("cancelled"));
      for (const waiter of waiting.splice(0)) waiter.resolve(DONE);
      return Promise.resolve(DONE);
    },
  };
};
