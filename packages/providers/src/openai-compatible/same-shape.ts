import type { ChatEvent } from "../spec";
import { contentOf } from "./content";
import type { WireAnswer } from "./wire-types";

type TextEvent = Extract<ChatEvent, { type: "text" | "reasoning" }>;

/**
 * Reads chunks that equal an earlier one except for their text, as nearly all chunks of a stream do, without parsing
 * them: parsing JSON was the largest part of a stream's cost.
 */
export interface SameShape {
  /** @returns The chunk's one event, or undefined where the chunk must be parsed. */
  read(data: string): TextEvent | undefined;
  /** Learns from a chunk that was parsed and meant `event` alone. */
  learn(data: string, event: TextEvent): void;
}

/** A stream whose chunks differ elsewhere too, in a counter for instance, is not learned for ever. */
const MAX_LESSONS = 8;
/** What ends or escapes a JSON string, or may not stand in one. */
const NOT_PLAIN = /["\\\p{Cc}]/u;
const PROBE = "a text that no provider sends";

/** Whether the text, and nothing else, is what stands between `before` and `after`. */
const holds = (before: string, after: string, type: TextEvent["type"]): boolean => {
  try {
    const delta = (JSON.parse(before + PROBE + after) as WireAnswer).choices?.[0]?.delta;
    if (!delta) return false;
    const { text, reasoning } = contentOf(delta);
    return type === "text" ? text === PROBE && reasoning === "" : reasoning === PROBE && text === "";
  } catch {
    return false;
  }
};

/**
 * Sound because JSON is read from left to right: after the same characters up to an open string, a text without
 * quote, backslash or control character, and the same characters from the closing quote on, every other value is the
 * same. That the string is the text is tried out once, with a probe in its place.
 */
export const createSameShape = (): SameShape => {
  let before = "";
  let after = "";
  let type: TextEvent["type"] = "text";
  let lessons = 0;

  return {
    read(data) {
      const end = data.length - after.length;
      // Comparing slices is several times faster than startsWith and endsWith on strings of this length.
      if (before === "" || end <= before.length || data.slice(0, before.length) !== before || data.slice(end) !== after)
        return undefined;
      const text = data.slice(before.length, end);
      return NOT_PLAIN.test(text) ? undefined : { type, text };
    },
    learn(data, event) {
      if (lessons >= MAX_LESSONS || NOT_PLAIN.test(event.text)) return;
      lessons += 1;
      const at = data.indexOf(`"${event.text}"`);
      if (at === -1) return;
      const nextBefore = data.slice(0, at + 1);
      const nextAfter = data.slice(at + 1 + event.text.length);
      if (!holds(nextBefore, nextAfter, event.type)) return;
      before = nextBefore;
      after = nextAfter;
      type = event.type;
    },
  };
};
