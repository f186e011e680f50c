import { CenoteError } from "@cenote/core";
import { goesWithText } from "./goes-with-text";
import type { KeptEvent, NumberedEvent } from "./kept-event";

/** The latest events of an answer. */
export interface AnswerWindow {
  add(events: readonly KeptEvent[]): void;
  /** Errors: not_found if the event at `index` was dropped, or `index` is beyond the next event to come. */
  check(index: number): void;
  /** One batch of the events from `index` on; empty if that event has not come yet. */
  from(index: number): readonly NumberedEvent[];
  /**
   * Drops the oldest events beyond the bound, but none from `needed` on. @returns Whether the bound is still exceeded.
   */
  trim(needed: number): boolean;
  last(): KeptEvent | undefined;
}

/** Counted for each event in addition to its text. */
const EVENT_CHARACTERS = 64;
const LARGE_EVENT_CHARACTERS = 256;
/** Dropped events are removed from the array together, once they are this fraction of it: removal moves all others. */
const DROPPED_FRACTION = 0.25;
/** Most characters returned to a reader at once. Only its next read confirms that it has taken them. */
const BATCH_CHARACTERS = 32 * 1024;

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

/** @param keptCharacters Bound of the kept text. The latest event is kept however long it is. */
export const createAnswerWindow = (keptCharacters: number): AnswerWindow => {
  /** Begins with `undefined` for each dropped event not yet removed from the array. */
  const events: (KeptEvent | undefined)[] = [];
  /** Number of those leading `undefined`s. */
  let dropped = 0;
  /** Index, in the answer, of the first kept event. */
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
      const batch: NumberedEvent[] = [];
      let size = 0;
      for (let place = dropped + index - first; place < events.length; place++) {
        const event = events[place] as KeptEvent;
        if (size >= BATCH_CHARACTERS && !goesWithText(event)) break;
        size += sizeOf(event);
        batch.push({ index: first + place - dropped, event });
      }
      return batch;
    },
    trim(needed) {
      while (isBeyond() && first < needed) {
        characters -= sizeOf(events[dropped] as KeptEvent);
        events[dropped] = undefined;
        dropped++;
        first++;
      }
      if (dropped > events.length * DROPPED_FRACTION) {
        events.splice(0, dropped);
        dropped = 0;
      }
      return isBeyond();
    },
    last: () => events.at(-1),
  };
};
