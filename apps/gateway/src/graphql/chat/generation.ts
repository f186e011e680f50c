import type { StreamChatCompletionResponse } from "@cenote/contracts";
import { CenoteError, type Clock, type Timer, toCenoteError } from "@cenote/core";
import type { ChatEventValue } from "./chat-event.type";
import { toChatEvents, toChatFailed } from "./to-graphql";

/** An event and its place in the answer, from 0. */
export interface NumberedEvent {
  readonly index: number;
  readonly event: ChatEventValue;
}

/** One answer that outlives its reader: it is made once and paid for once, however many read it. */
export interface Generation {
  /** @returns The events from `index` on that are there, after waiting for one; undefined at the end. Errors: not_found where they are not kept any more. */
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
  readonly report: (error: CenoteError) => void;
  /** Nobody can read it any more. */
  readonly onForgotten: () => void;
  /** The answer has come to its end. */
  readonly onEnded: () => void;
}

const sizeOf = (event: ChatEventValue): number => {
  if (event.__typename === "ChatDelta") return (event.content ?? event.reasoning ?? event.refusal ?? "").length + 64;
  return event.__typename === "ChatToolCallDelta" ? event.arguments.length + 64 : 256;
};

export const createGeneration = (options: GenerationOptions): Generation => {
  const { requestId, messages, abort, clock, keptMs, keptCharacters, report, onForgotten, onEnded } = options;
  const state = { events: [] as ChatEventValue[], first: 0, characters: 0, isOver: false, readers: 0, isForgotten: false };
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

  const add = (events: readonly ChatEventValue[]) => {
    for (const event of events) {
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
    timer?.cancel();
    timer = clock.setTimer(() => { if (state.readers === 0) forget(); else forgetLater(); }, keptMs);
  };

  const make = async (): Promise<void> => {
    try {
      for await (const message of messages) {
        add(toChatEvents(requestId, message));
        if (state.events.at(-1)?.__typename === "ChatFinished") break;
      }
      if (state.events.at(-1)?.__typename !== "ChatFinished") throw new Error("a chat stream ended before its answer did");
    } catch (thrown) {
      const error = toCenoteError(thrown);
      report(error);
      add([toChatFailed(requestId, error)]);
    }
    state.isOver = true;
    tell();
    onEnded();
    forgetLater();
  };
  void make();

  return {
    async read(index, signal) {
      while (!signal.aborted) {
        if (index < state.first) throw new CenoteError("not_found", "The beginning of this answer is not kept any more.");
        if (index > state.first + state.events.length) throw new CenoteError("not_found", "The answer has no such event.");
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
