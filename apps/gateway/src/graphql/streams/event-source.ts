/**
 * The source of a subscription's events. `return` resolves at once; a generator's would wait for the pending `next`.
 */
export type EventSource<T> = AsyncIterableIterator<T, undefined>;

export interface EventSourceOptions<T> {
  /** The next events, in order; undefined at the end. Must not throw. */
  readonly read: () => Promise<readonly T[] | undefined>;
  /** Stops a pending `read`. Called once, at the end or when the reader leaves. */
  readonly close: () => void;
}

const END = { done: true, value: undefined } as const;

/** Returns events one by one. Those of one `read` are available without waiting. */
export const createEventSource = <T>({ read, close }: EventSourceOptions<T>): EventSource<T> => {
  const state = { waiting: [] as readonly T[], taken: 0, isClosed: false };

  const end = (): typeof END => {
    state.waiting = [];
    if (!state.isClosed) {
      state.isClosed = true;
      close();
    }
    return END;
  };

  return {
    async next() {
      while (!state.isClosed) {
        // Events are not removed from the array: removal would move all that follow.
        if (state.taken < state.waiting.length) return { done: false, value: state.waiting[state.taken++] as T };
        state.waiting = [];
        const events = await read();
        if (events === undefined) return end();
        state.waiting = events;
        state.taken = 0;
      }
      return END;
    },
    return: () => Promise.resolve(end()),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};
