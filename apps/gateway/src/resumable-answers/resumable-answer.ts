import type { ChatStarted, StreamChatCompletionResponse } from "@cenote/contracts";
import { CenoteError, type Clock, type ErrorCode, type Timer, toCenoteError } from "@cenote/core";
import { createAnswerWindow } from "./answer-window";
import { joinText, type KeptEvent, type NumberedEvent } from "./kept-event";

/** An answer that outlives its reader: it is generated and charged once, however many readers it has. */
export interface ResumableAnswer {
  readonly requestId: string;
  /** The error that ended the answer, if it failed. */
  failure(): CenoteError | undefined;
  /**
   * Adds a reader of the events from index `from` on. Events that a reader has yet to take are not dropped: if the
   * reader is slower than the provider, the provider waits.
   * @param signal Aborted when the reader is gone, with the reason. Errors: not_found if the event at `from` was
   * dropped, or `from` is beyond the next event to come.
   */
  openReader(from: number, signal: AbortSignal): ResumableAnswerReader;
  /** Aborts the provider's call and removes the answer. Its readers get the error `cancelled`. */
  stop(): void;
}

export interface ResumableAnswerReader {
  /** Waits for the first event. Errors: the answer's failure before its first event; the reason of the signal. */
  started(): Promise<ChatStarted>;
  /**
   * Waits for at least one event. The call confirms that the events of the previous read were taken.
   * @returns The next events; undefined at the end, or when the reader is gone.
   */
  read(): Promise<readonly NumberedEvent[] | undefined>;
  /**
   * Removes the reader; call it once. After the last reader, the answer continues for `keptMs` if that reader's
   * connection was lost, so that the reader can come back. Otherwise the answer is stopped.
   */
  close(): void;
}

export interface ResumableAnswerOptions {
  readonly requestId: string;
  readonly messages: AsyncIterable<StreamChatCompletionResponse>;
  /** Aborts the provider's call. */
  readonly abort: AbortController;
  readonly clock: Clock;
  /** How long the answer waits for a reader that lost its connection, and how long it is kept after its end. */
  readonly keptMs: number;
  /** Characters of text that are kept. Beyond it the oldest events are dropped, or the provider waits for a reader. */
  readonly keptCharacters: number;
  /** Called if the answer fails while it has no reader. */
  readonly onUnreadFailure: (error: CenoteError) => void;
  /** Called when the answer is no longer available. */
  readonly onForgotten: () => void;
  /** Called when the provider's stream has ended. */
  readonly onEnded: () => void;
}

/** Reasons after which a reader may come back: its connection was lost, or was closed because it was too slow. */
const MAY_RETURN_AFTER: ReadonlySet<ErrorCode> = new Set(["cancelled", "overloaded"]);

interface Position {
  /** Index of the first event that the reader has not taken. */
  next: number;
  /** Index after the last event returned to the reader. */
  returned: number;
}

export const createResumableAnswer = (options: ResumableAnswerOptions): ResumableAnswer => {
  const { requestId, messages, abort, clock, keptMs, keptCharacters, onUnreadFailure, onForgotten, onEnded } = options;
  const window = createAnswerWindow(keptCharacters);
  const readers = new Set<Position>();
  const state = { started: undefined as ChatStarted | undefined, isFull: false, isOver: false, isForgotten: false };
  let failure: CenoteError | undefined;
  let waiting: (() => void)[] = [];
  let timer: Timer | undefined;

  const change = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  const wakeAll = () => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  abort.signal.addEventListener("abort", wakeAll);

  /** Never drops what a reader has yet to take: beyond the bound, the provider waits for the slowest reader. */
  const trim = () => {
    let needed = Infinity;
    for (const { next } of readers) needed = Math.min(needed, next);
    const wasFull = state.isFull;
    state.isFull = window.trim(needed);
    if (wasFull && !state.isFull) wakeAll();
  };

  const add = (events: readonly KeptEvent[]) => {
    for (const event of events) if (event.$case === "started") state.started ??= event.value;
    window.add(events);
    trim();
    wakeAll();
  };

  const forget = () => {
    if (state.isForgotten) return;
    state.isForgotten = true;
    timer?.cancel();
    abort.abort(new CenoteError("cancelled"));
    onForgotten();
  };

  const forgetAfterTimeout = () => {
    if (state.isForgotten) return;
    timer?.cancel();
    timer = clock.setTimer(() => {
      if (readers.size === 0) forget();
      else forgetAfterTimeout();
    }, keptMs);
  };

  const isFinished = () => window.last()?.$case === "finished";

  const generate = async (): Promise<void> => {
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
    wakeAll();
    onEnded();
    // No reader has got an event id, so none can come back.
    if (state.started === undefined) forget();
    else forgetAfterTimeout();
  };
  void generate();

  return {
    requestId,
    failure: () => failure,
    stop: forget,
    openReader(from, signal) {
      window.check(from);
      const position: Position = { next: from, returned: from };
      readers.add(position);
      signal.addEventListener("abort", wakeAll);
      if (!state.isOver) timer?.cancel();
      // If the answer was stopped as well, its failure is about to arrive, and is more precise than the signal's
      // reason.
      const isHere = () => readers.has(position) && (!signal.aborted || abort.signal.aborted);

      return {
        async started() {
          while (state.started === undefined && !state.isOver && isHere()) await change();
          if (failure === undefined) signal.throwIfAborted();
          if (state.started === undefined) throw failure ?? new Error("a chat stream did not begin with its start");
          return state.started;
        },
        async read() {
          position.next = position.returned;
          trim();
          while (isHere()) {
            const events = window.from(position.next);
            if (events.length > 0) {
              position.returned += events.length;
              return events;
            }
            if (state.isOver) return undefined;
            await change();
          }
          return undefined;
        },
        close() {
          readers.delete(position);
          signal.removeEventListener("abort", wakeAll);
          trim();
          wakeAll();
          if (readers.size > 0 || state.isOver) return;
          // A reader that got no event has no event id, and so can't come back.
          const mayReturn =
            position.returned > 0 && signal.aborted && MAY_RETURN_AFTER.has((signal.reason as CenoteError).code);
          if (mayReturn) forgetAfterTimeout();
          else forget();
        },
      };
    },
  };
};
