import type { ChatStarted, StreamChatCompletionResponse } from "@cenote/contracts";
import { CenoteError, type Clock, type ErrorCode, type Timer, toCenoteError } from "@cenote/core";
import { createAnswerWindow } from "./answer-window";
import { joinText, type KeptEvent, type NumberedEvent } from "./kept-event";

/** One answer that outlives its reader: it is made once and paid for once, however many read it. */
export interface Generation {
  readonly requestId: string;
  /** What ended it, where it failed. */
  failure(): CenoteError | undefined;
  /**
   * A reader of the events from `from` on. Whatever he has not taken is kept for him: one who is slower than the provider makes it wait.
   * @param signal Fires when he is gone, with the reason. Errors: not_found where that event is not kept any more, or neither there nor the next to come.
   */
  enter(from: number, signal: AbortSignal): GenerationReader;
}

export interface GenerationReader {
  /** Waits for the beginning of the answer. Errors: what it failed with before it had one, the reason of the signal. */
  begun(): Promise<ChatStarted>;
  /** @returns The next events that are there, after waiting for one; undefined at the end, or when he is gone. Asking again says that the last ones were taken. */
  read(): Promise<readonly NumberedEvent[] | undefined>;
  /** To be called once. Where nobody else reads it, an answer whose reader was lost waits for him to come back; any other is stopped. */
  leave(): void;
}

export interface GenerationOptions {
  readonly requestId: string;
  readonly messages: AsyncIterable<StreamChatCompletionResponse>;
  /** Stops the provider. */
  readonly abort: AbortController;
  readonly clock: Clock;
  /** How long it waits for a reader who lost his connection, and is kept when it has ended. */
  readonly keptMs: number;
  /** Of the text that is kept: the oldest goes first, and what a reader has yet to take makes the provider wait. */
  readonly keptCharacters: number;
  /** It failed, and nobody reads it who could be told. */
  readonly onUnreadFailure: (error: CenoteError) => void;
  /** Nobody can find it any more. */
  readonly onForgotten: () => void;
  /** The answer has come to its end. */
  readonly onEnded: () => void;
}

/** Why a reader is gone who may come back: his connection was lost, or was given up as too slow. */
const LOST: ReadonlySet<ErrorCode> = new Set(["cancelled", "overloaded"]);

interface Place {
  /** Index of the first event he has not taken. */
  next: number;
  /** Index behind the last one he was handed. */
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

  const change = () => new Promise<void>((resolve) => { waiting.push(resolve); });
  const tell = () => {
    const told = waiting;
    waiting = [];
    for (const wake of told) wake();
  };
  abort.signal.addEventListener("abort", tell);

  /** Nothing goes that a reader has yet to take: beyond the bound no more is made until the slowest has moved on, or is gone. */
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
    timer = clock.setTimer(() => { if (readers.size === 0) forget(); else forgetLater(); }, keptMs);
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
    // Nobody was told an id he could come back with.
    if (state.started === undefined) forget();
    else forgetLater();
  };
  void make();

  return {
    requestId,
    failure: () => failure,
    enter(from, signal) {
      window.check(from);
      const place: Place = { next: from, handed: from };
      readers.add(place);
      signal.addEventListener("abort", tell);
      if (!state.isOver) timer?.cancel();
      const isHere = () => readers.has(place) && !signal.aborted;

      return {
        async begun() {
          while (state.started === undefined && !state.isOver && isHere()) await change();
          signal.throwIfAborted();
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
          // Who has seen no event knows no id to come back with.
          const mayReturn = place.handed > 0 && signal.aborted && LOST.has((signal.reason as CenoteError).code);
          if (mayReturn) forgetLater();
          else forget();
        },
      };
    },
  };
};
