import type { ChatStarted, StreamChatCompletionResponse } from "@cenote/contracts";
import { CenoteError, type Clock, type ErrorCode, type Timer, toCenoteError } from "@cenote/core";
import { createAnswerWindow } from "./answer-window";
import { joinText, type KeptEvent, type NumberedEvent } from "./kept-event";

/** An answer that outlives its reader: it is made and paid for once, however many read it. */
export interface Generation {
  readonly requestId: string;
  /** What ended it, where it failed. */
  failure(): CenoteError | undefined;
  /**
   * Reads the events from `from` on. Whatever the reader has not taken is kept; a reader slower than the
   * provider makes it wait.
   * @param signal Fires when the reader is gone, with the reason. Errors: not_found if that event is no longer kept, or
   * is neither there nor the next to come.
   */
  enter(from: number, signal: AbortSignal): GenerationReader;
  /** Stops the provider, and forgets the answer: its readers see it fail with `cancelled`. */
  stop(): void;
}

export interface GenerationReader {
  /**
   * Waits for the beginning of the answer. Errors: what the answer failed with before it began, the reason of the
   * signal.
   */
  begun(): Promise<ChatStarted>;
  /**
   * @returns The next events, after waiting for at least one; undefined at the end, or when the reader is gone. Calling
   * it again confirms that the last ones were taken.
   */
  read(): Promise<readonly NumberedEvent[] | undefined>;
  /**
   * To be called once. If nobody else reads the answer, it waits for a reader whose connection was lost, and is stopped
   * after any other.
   */
  leave(): void;
}

export interface GenerationOptions {
  readonly requestId: string;
  readonly messages: AsyncIterable<StreamChatCompletionResponse>;
  /** Stops the provider. */
  readonly abort: AbortController;
  readonly clock: Clock;
  /** How long it waits for a reader who lost the connection, and is kept after it has ended. */
  readonly keptMs: number;
  /**
   * Characters of text that are kept: the oldest are dropped first, and what a reader has yet to take makes the
   * provider wait.
   */
  readonly keptCharacters: number;
  /** It failed while nobody was reading. */
  readonly onUnreadFailure: (error: CenoteError) => void;
  /** Nobody can find it any more. */
  readonly onForgotten: () => void;
  /** The answer has come to its end. */
  readonly onEnded: () => void;
}

/** The reasons after which a reader may come back: the connection was lost, or given up as too slow. */
const LOST: ReadonlySet<ErrorCode> = new Set(["cancelled", "overloaded"]);

interface Place {
  /** Index of the first event that the reader has not taken. */
  next: number;
  /** Index behind the last one handed to the reader. */
  handed: number;
}

export const createGeneration = (options: GenerationOptions): Generation => {
  const { requestId, messages, abort, clock, keptMs, keptCharacters, onUnreadFailure, onForgotten, onEnded } = options;
  const window = createAnswerWindow(keptCharacters);
  const readers = new Set<Place>();
  const state = { started: undefined as ChatStarted | undefined, isFull: false, isOver: false, isForgotten: false };
  let failure: CenoteError | undefined;
  let waiting: (() => void)[] = [];
  let timer: Timer | undefined;

  const change = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  const tell = () => {
    const told = waiting;
    waiting = [];
    for (const wake of told) wake();
  };
  abort.signal.addEventListener("abort", tell);

  /**
   * Nothing that a reader has yet to take is dropped: beyond the bound the provider waits until the slowest reader has
   * moved on or is gone.
   */
  const trim = () => {
    let needed = Infinity;
    for (const { next } of readers) needed = Math.min(needed, next);
    const wasFull = state.isFull;
    state.isFull = window.trim(needed);
    if (wasFull && !state.isFull) tell();
  };

  const add = (events: readonly KeptEvent[]) => {
    for (const event of events) if (event.$case === "started") state.started ??= event.value;
    window.add(events);
    trim();
    tell();
  };

  const forget = () => {
    if (state.isForgotten) return;
    state.isForgotten = true;
    timer?.cancel();
    abort.abort(new CenoteError("cancelled"));
    onForgotten();
  };

  const forgetLater = () => {
    if (state.isForgotten) return;
    timer?.cancel();
    timer = clock.setTimer(() => {
      if (readers.size === 0) forget();
      else forgetLater();
    }, keptMs);
  };

  const isFinished = () => window.last()?.$case === "finished";

  const make = async (): Promise<void> => {
    try {
      for await (const message of messages) {
        add(joinText(message));
        if (isFinished()) break;
        while (state.isFull && !abort.signal.aborted) await change();
      }
      if (!isFinished()) throw new Error("a chat stream ended before its answer did");
    } catch (thrown) {
      failure = toCenoteError(thrown);
      if (readers.size === 0) onUnreadFailure(failure);
      add([{ $case: "failed", value: failure }]);
    }
    state.isOver = true;
    tell();
    onEnded();
    // No id was sent that a reader could come back with.
    if (state.started === undefined) forget();
    else forgetLater();
  };
  void make();

  return {
    requestId,
    failure: () => failure,
    stop: forget,
    enter(from, signal) {
      window.check(from);
      const place: Place = { next: from, handed: from };
      readers.add(place);
      signal.addEventListener("abort", tell);
      if (!state.isOver) timer?.cancel();
      // If the answer is stopped as well, its failure is about to come, and says more.
      const isHere = () => readers.has(place) && (!signal.aborted || abort.signal.aborted);

      return {
        async begun() {
          while (state.started === undefined && !state.isOver && isHere()) await change();
          if (failure === undefined) signal.throwIfAborted();
          if (state.started === undefined) throw failure ?? new Error("a chat stream did not begin with its start");
          return state.started;
        },
        async read() {
          place.next = place.handed;
          trim();
          while (isHere()) {
            const events = window.from(place.next);
            if (events.length > 0) {
              place.handed += events.length;
              return events;
            }
            if (state.isOver) return undefined;
            await change();
          }
          return undefined;
        },
        leave() {
          readers.delete(place);
          signal.removeEventListener("abort", tell);
          trim();
          tell();
          if (readers.size > 0 || state.isOver) return;
          // A reader who has seen no event has no id to come back with.
          const mayReturn = place.handed > 0 && signal.aborted && LOST.has((signal.reason as CenoteError).code);
          if (mayReturn) forgetLater();
          else forget();
        },
      };
    },
  };
};
