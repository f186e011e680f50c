import type { ChatStarted, StreamChatCompletionResponse } from "@cenote/contracts";
import { CenoteError, type Clock, type Timer, toCenoteError } from "@cenote/core";
import { joinText, type KeptEvent, type NumberedEvent } from "./kept-event";

/** One answer that outlives its reader: it is made once and paid for once, however many read it. */
export interface Generation {
  readonly requestId: string;
  /** Its first event, also when that is not kept any more; undefined until it is there. */
  started(): ChatStarted | undefined;
  /** What ended it, where it failed. */
  failure(): CenoteError | undefined;
  /** Errors: not_found where the event of that index is not kept any more, or neither there nor the next to come. */
  check(index: number): void;
  /** @returns The events from `index` on that are there, after waiting for one; undefined at the end, or when the signal fires. Errors: those of `check`. */
  read(index: number, signal: AbortSignal): Promise<readonly NumberedEvent[] | undefined>;
  enter(): void;
  /** @param mayReturn False stops the answer where nobody else reads it; true gives the reader some time to come back. */
  leave(mayReturn: boolean): void;
}

export interface GenerationOptions {
  readonly requestId: string;
  readonly messages: AsyncIterable<StreamChatCompletionResponse>;
  /** Stops the provider. */
  readonly abort: (error: CenoteError) => void;
  readonly clock: Clock;
  /** How long it waits for a reader who lost his connection, and is kept when it has ended. */
  readonly keptMs: number;
  /** Of the text that is kept; the oldest goes first. */
  readonly keptCharacters: number;
  /** It failed, and nobody reads it who could be told. */
  readonly onUnreadFailure: (error: CenoteError) => void;
  /** Nobody can find it any more. */
  readonly onForgotten: () => void;
  /** The answer has come to its end. */
  readonly onEnded: () => void;
}

/** Of an event beside its text, characters. */
const EVENT_CHARACTERS = 64;
const LARGE_EVENT_CHARACTERS = 256;

const sizeOf = (event: KeptEvent): number => {
  switch (event.$case) {
    case "text":
    case "reasoning":
    case "refusal":
    case "logprobsJson":
      return event.value.length + EVENT_CHARACTERS;
    case "toolCall":
      return event.value.arguments.length + EVENT_CHARACTERS;
    case "reasoningDetail":
      return event.value.text.length + event.value.signature.length + event.value.encrypted.length + EVENT_CHARACTERS;
    case "started":
    case "finished":
    case "failed":
      return LARGE_EVENT_CHARACTERS;
  }
};

export const createGeneration = (options: GenerationOptions): Generation => {
  const { requestId, messages, abort, clock, keptMs, keptCharacters, onUnreadFailure, onForgotten, onEnded } = options;
  const state = { events: [] as KeptEvent[], first: 0, characters: 0, isOver: false, readers: 0, isForgotten: false };
  let started: ChatStarted | undefined;
  let failure: CenoteError | undefined;
  const waiting = new Set<() => void>();
  let timer: Timer | undefined;

  const tell = () => {
    for (const wake of waiting) wake();
  };

  const nextEvent = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        signal.removeEventListener("abort", wake);
        waiting.delete(wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener("abort", wake);
    });

  const add = (events: readonly KeptEvent[]) => {
    for (const event of events) {
      if (event.$case === "started") started ??= event.value;
      state.events.push(event);
      state.characters += sizeOf(event);
    }
    while (state.characters > keptCharacters && state.events.length > 1) {
      const oldest = state.events.shift();
      state.first++;
      if (oldest !== undefined) state.characters -= sizeOf(oldest);
    }
    tell();
  };

  const forget = () => {
    if (state.isForgotten) return;
    state.isForgotten = true;
    timer?.cancel();
    abort(new CenoteError("cancelled"));
    onForgotten();
  };

  const forgetLater = () => {
    if (state.isForgotten) return;
    timer?.cancel();
    timer = clock.setTimer(() => { if (state.readers === 0) forget(); else forgetLater(); }, keptMs);
  };

  const make = async (): Promise<void> => {
    try {
      for await (const message of messages) {
        add(joinText(message));
        if (state.events.at(-1)?.$case === "finished") break;
      }
      if (state.events.at(-1)?.$case !== "finished") throw new Error("a chat stream ended before its answer did");
    } catch (thrown) {
      failure = toCenoteError(thrown);
      if (state.readers === 0) onUnreadFailure(failure);
      add([{ $case: "failed", value: failure }]);
    }
    state.isOver = true;
    tell();
    onEnded();
    // Nobody was told an id he could come back with.
    if (started === undefined) forget();
    else forgetLater();
  };
  void make();

  const check = (index: number): void => {
    if (index < state.first) throw new CenoteError("not_found", "The beginning of this answer is not kept any more.");
    if (index > state.first + state.events.length) throw new CenoteError("not_found", "The answer has no such event.");
  };

  return {
    requestId,
    started: () => started,
    failure: () => failure,
    check,
    async read(index, signal) {
      while (!signal.aborted) {
        check(index);
        const events = state.events.slice(index - state.first);
        if (events.length > 0) return events.map((event, place) => ({ index: index + place, event }));
        if (state.isOver) return undefined;
        await nextEvent(signal);
      }
      return undefined;
    },
    enter() {
      state.readers++;
      if (!state.isOver) timer?.cancel();
    },
    leave(mayReturn) {
      state.readers--;
      if (state.readers > 0 || state.isOver) return;
      if (mayReturn) forgetLater();
      else forget();
    },
  };
};
