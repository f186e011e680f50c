import type { ProviderError } from "../provider-error";
import type { ChatEvent } from "../spec";

export type ChatEventStream = AsyncIterableIterator<readonly ChatEvent[], undefined>;

/** A queue between a provider that pushes events and a reader that pulls them. */
export interface EventQueue {
  readonly stream: ChatEventStream;
  /** Whether the stream has begun, and neither ended nor been left by its reader. */
  isOpen(): boolean;
  /** Number of unread events. */
  length(): number;
  /** Whether the reader waits for an event. */
  isAwaited(): boolean;
  push(event: ChatEvent): void;
  /** Delivers to the waiting reader when `later` runs, together with everything that has arrived until then. */
  handSoon(): void;
  /** Drops the unread events. */
  clear(): void;
  /** Ends the stream after its unread events, with an error if there is one. Only the first call counts. */
  end(error?: ProviderError): void;
}

export interface EventQueueOptions {
  /** Called when the first event is requested. */
  readonly start: () => void;
  /** Called when all events have been read. */
  readonly onTaken: () => void;
  /** Called when the reader leaves. @param wasOpen Whether the stream had not ended. */
  readonly onLeft: (wasOpen: boolean) => void;
  readonly later: (run: () => void) => void;
}

interface Waiter {
  readonly resolve: (result: IteratorResult<readonly ChatEvent[], undefined>) => void;
  readonly reject: (error: unknown) => void;
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** The iterator is not a generator, because a generator's `return()` waits for a pending `next()`. */
export const createEventQueue = ({ start, onTaken, onLeft, later }: EventQueueOptions): EventQueue => {
  let unread: ChatEvent[] = [];
  let waiter: Waiter | undefined;
  let handing = false;
  let state: "new" | "open" | "ended" | "closed" = "new";
  let failure: ProviderError | undefined;

  const takeAll = (): readonly ChatEvent[] => {
    const events = unread;
    unread = [];
    onTaken();
    return events;
  };

  const hand = () => {
    handing = false;
    if (waiter === undefined) return;
    const { resolve, reject } = waiter;
    if (unread.length > 0) {
      waiter = undefined;
      resolve({ done: false, value: takeAll() });
    } else if (state === "ended") {
      waiter = undefined;
      state = "closed";
      if (failure === undefined) resolve(DONE);
      else reject(failure);
    }
  };

  const handSoon = () => {
    if (handing || waiter === undefined) return;
    handing = true;
    later(hand);
  };

  const stream: ChatEventStream = {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      if (state === "new") {
        state = "open";
        start();
      }
      if (unread.length > 0) return Promise.resolve({ done: false, value: takeAll() });
      if (state === "closed") return Promise.resolve(DONE);
      if (waiter !== undefined) return Promise.reject(new Error("one read of a stream at a time"));
      return new Promise((resolve, reject) => {
        waiter = { resolve, reject };
        if (state === "ended") hand();
      });
    },
    return() {
      const wasOpen = state === "open";
      state = "closed";
      unread = [];
      onLeft(wasOpen);
      const left = waiter;
      waiter = undefined;
      left?.resolve(DONE);
      return Promise.resolve(DONE);
    },
  };

  return {
    stream,
    isOpen: () => state === "open",
    length: () => unread.length,
    isAwaited: () => waiter !== undefined,
    push(event) {
      unread.push(event);
    },
    handSoon,
    clear() {
      unread = [];
    },
    end(error) {
      if (state !== "open") return;
      state = "ended";
      failure = error;
      handSoon();
    },
  };
};
