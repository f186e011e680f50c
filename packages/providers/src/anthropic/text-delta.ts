import type { ChatEvent } from "../spec";
import type { WireEvent } from "./wire-types";

type TextEvent = Extract<ChatEvent, { type: "text" | "reasoning" }>;

/**
 * Reads text deltas, which are nearly all of a stream, without parsing JSON, which was the largest part of a stream's
 * cost.
 */
export interface TextDeltas {
  /** @returns The only event of the delta; undefined if the delta must be parsed. */
  read(data: string): TextEvent | undefined;
  /** Learns the shape of a parsed delta whose only event is `event`. */
  learn(data: string, event: TextEvent): void;
}

/** Most attempts to learn the shape of a stream. An ordinary answer needs one for each block of text. */
const MAX_LESSONS = 64;
/** Characters that escape, or are not allowed, in a JSON string. */
const NOT_PLAIN = /[\\\p{Cc}]/u;
const PROBE = "a text that no provider sends";
const END = '"}}';
const SPACE = 32;
const CLOSING_BRACE = 125;

/** Whether the string ends at `from`, and the objects around it. Anthropic pads its events with spaces there. */
const endsAt = (data: string, from: number): boolean => {
  let braces = 0;
  for (let place = from + 1; place < data.length; place++) {
    const code = data.charCodeAt(place);
    if (code === CLOSING_BRACE) braces += 1;
    else if (code !== SPACE) return false;
  }
  return braces === 2;
};

/** Whether what follows `before` is the text of a delta. */
const opensText = (before: string, type: TextEvent["type"]): boolean => {
  try {
    const delta = (JSON.parse(before + PROBE + END) as WireEvent).delta;
    return type === "text"
      ? delta?.type === "text_delta" && delta.text === PROBE
      : delta?.type === "thinking_delta" && delta.thinking === PROBE;
  } catch {
    return false;
  }
};

/**
 * This is sound because JSON is parsed from left to right. Two deltas with the same characters up to an open string, a
 * text without backslashes or control characters up to the next quote, and then only closing characters differ only in
 * that string. A probe in its place checks once that the string is the text.
 */
export const createTextDeltas = (): TextDeltas => {
  let before = "";
  let type: TextEvent["type"] = "text";
  let lessons = 0;

  return {
    read(data) {
      // Comparing slices is several times faster than startsWith on strings of this length.
      if (before === "" || data.slice(0, before.length) !== before) return undefined;
      const end = data.indexOf('"', before.length);
      if (end <= before.length || !endsAt(data, end)) return undefined;
      const text = data.slice(before.length, end);
      return NOT_PLAIN.test(text) ? undefined : { type, text };
    },
    learn(data, event) {
      if (lessons >= MAX_LESSONS || NOT_PLAIN.test(event.text)) return;
      const at = data.lastIndexOf(`"${event.text}"`);
      if (at === -1 || data.slice(0, at + 1) === before) return;
      lessons += 1;
      if (!opensText(data.slice(0, at + 1), event.type)) return;
      before = data.slice(0, at + 1);
      type = event.type;
    },
  };
};
