import type { ChatEvent } from "../spec";
import { contentOf } from "./content";
import type { WireAnswer } from "./wire-types";

type TextEvent = Extract<ChatEvent, { type: "text" | "reasoning" }>;

/**
 * Reads chunks without parsing them, if they equal an earlier chunk except for their text. Nearly all chunks of a stream
 * do, and parsing JSON was the largest part of a stream's cost.
 */
export interface SameShape {
  /** @returns The only event of the chunk; undefined if the chunk must be parsed. */
  read(data: string): TextEvent | undefined;
  /** Learns the shape of a parsed chunk whose only event is `event`. */
  learn(data: string, event: TextEvent): void;
}

/** Most attempts to learn the shape of a stream, whose chunks may differ elsewhere too, for example in a counter. */
const MAX_LESSONS = 8;
/** Characters that end a JSON string, escape, or are not allowed in one. */
const NOT_PLAIN = /["\\\p{Cc}]/u;
const PROBE = "a text that no provider sends";

/** Whether the string between `before` and `after` is the text of the chunk, and nothing else depends on it. */
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
 * This is sound because JSON is parsed from left to right. Two chunks with the same characters up to an open string, a
 * text without quotes, backslashes or control characters, and the same characters from the closing quote on, differ only
 * in that string. A probe in its place checks once that the string is the text.
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
