import { CenoteError } from "@cenote/core";
import { goesWithText } from "./goes-with-text";
import type { KeptEvent, NumberedEvent } from "./kept-event";

/** The latest events of an answer. */
export interface AnswerWindow {
  add(events: readonly KeptEvent[]): void;
  /** Errors: not_found if the event with that index is no longer kept, or is neither there nor the next to come. */
  check(index: number): void;
  /** The events from `index` on, as many as a reader gets at once; none if the next has not come. */
  from(index: number): readonly NumberedEvent[];
  /** Drops the oldest events beyond the bound, but none from `needed` on. @returns Whether it is still beyond it. */
  trim(needed: number): boolean;
  last(): KeptEvent | undefined;
}

/** What an event counts beside its text. */
const EVENT_CHARACTERS = 64;
const LARGE_EVENT_CHARACTERS = 256;
/** The places of dropped events are taken off the list together, once they are this share of it: it moves all others. */
const DROPPED_SHARE = 0.25;
/** Most characters handed to a reader at once: it is known to have moved on only when it takes the next. */
const BITE_CHARACTERS = 32 * 1024;

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

/** @param keptCharacters Of the text that is kept; one event is kept however long it is. */
export const createAnswerWindow = (keptCharacters: number): AnswerWindow => {
  /** Undefined in place of what is dropped, at the head. */
  const events: (KeptEvent | undefined)[] = [];
  /** How many those are. */
  let dropped = 0;
  /** Index in the answer of the first that is not. */
  let first = 0;
  let characters = 0;
  const isBeyond = () => characters > keptCharacters && events.length - dropped > 1;

  return {
    add(added) {
      for (const event of added) {
        events.push(event);
        characters += sizeOf(event);
      }
    },
    check(index) {
      if (index < first) throw new CenoteError("not_found", "The events after this id are no longer stored.");
      if (index > first + events.length - dropped)
        throw new CenoteError("not_found", "The answer has no event with this id.");
    },
    from(index) {
      const bite: NumberedEvent[] = [];
      let size = 0;
      for (let place = dropped + index - first; place < events.length; place++) {
        const event = events[place] as KeptEvent;
        if (size >= BITE_CHARACTERS && !goesWithText(event)) break;
        size += sizeOf(event);
        bite.push({ index: first + place - dropped, event });
      }
      return bite;
    },
    trim(needed) {
      while (isBeyond() && first < needed) {
        characters -= sizeOf(events[dropped] as KeptEvent);
        events[dropped] = undefined;
        dropped++;
        first++;
      }
      if (dropped > events.length * DROPPED_SHARE) {
        events.splice(0, dropped);
        dropped = 0;
      }
      return isBeyond();
    },
    last: () => events.at(-1),
  };
};
