import type { ProviderError } from "../provider-error";
import type { ChatEvent } from "../spec";

export type ChatEventStream = AsyncIterableIterator<readonly ChatEvent[], undefined>;

/** A queue between a provider, which sends whenever it likes, and a reader, which asks whenever it likes. */
export interface EventQueue {
  readonly stream: ChatEventStream;
  /** Begun, and neither ended nor left by its reader. */
  isOpen(): boolean;
  /** Events nobody has asked for yet. */
  length(): number;
  /** A reader waits for the next event. */
  isAwaited(): boolean;
  push(event: ChatEvent): void;
  /** Delivers to the waiting reader when `later` runs, so that everything that came until then goes together. */
  handSoon(): void;
  /** Forgets what nobody has asked for. */
  clear(): void;
  /** Ends the stream after what is unread, with an error if there is one. Only the first call counts. */
  end(error?: ProviderError): void;
}

export interface EventQueueOptions {
  /** The first event is asked for. */
  readonly start: () => void;
  /** Everything was taken. */
  readonly onTaken: () => void;
  /** The reader left. @param wasOpen The provider was not done. */
  readonly onLeft: (wasOpen: boolean) => void;
  readonly later: (run: () => void) => void;
}

interface Waiter {
  readonly resolve: (result: IteratorResult<readonly ChatEvent[], undefined>) => void;
  readonly reject: (error: unknown) => void;
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** The iterator is written by hand, because a generator's `return()` would wait behind a pending `next()`. */
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
