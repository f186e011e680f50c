import type { ChatEvent, ChatUsage } from "../spec";
import { closingQuote } from "./closing-quote";
import { toUsage } from "./usage";
import type { WireAnswer, WireUsage } from "./wire-types";

type TextType = "text" | "reasoning";

/**
 * Reads chunks without parsing them, if they equal an earlier chunk except for their text and some of the counts after
 * it. Nearly all chunks of a stream do, and parsing JSON is the largest part of a stream's cost.
 */
export interface SameShape {
  /** @returns The chunk's events; undefined if the chunk must be parsed. */
  read(data: string): readonly ChatEvent[] | undefined;
  /** Learns the shape of a parsed chunk whose only events are `text` and possibly usage. */
  learn(data: string, type: TextType, text: string): void;
}

/** Most attempts to learn the shape of a stream, whose chunks may differ elsewhere too. */
const MAX_LESSONS = 12;
/** More digits would not be a safe integer. */
const MAX_DIGITS = 15;
/** Characters that escape, or are not allowed, in a JSON string. */
const NOT_PLAIN = /[\\\p{Cc}]/u;
const CONTROL = /\p{Cc}/u;
const NUMBER = /(:\s*)(\d+)(?=\s*[,}\]])/g;
const PROBE = "a text that no provider sends";
/** Probes are numbers from this one on, so they are higher than any count and differ from each other. */
const PROBE_BASE = 900_000_000_000_000;

const USAGE_FIELDS = [
  "promptTokenCount",
  "cachedContentTokenCount",
  "candidatesTokenCount",
  "thoughtsTokenCount",
  "toolUsePromptTokenCount",
] as const;

/** A chunk, split into what precedes its text, the numbers after its text, and the pieces around those numbers. */
interface Lesson {
  readonly before: string;
  readonly pieces: readonly string[];
  readonly numbers: readonly string[];
  /** Whether each number differs from chunk to chunk; undefined for the first chunk of its kind. */
  readonly varying: readonly boolean[] | undefined;
}

interface Shape {
  readonly type: TextType;
  /** Up to the text, including its opening quote. */
  readonly before: string;
  /** From the closing quote on: the pieces before, between and after the varying numbers. */
  readonly between: readonly string[];
  readonly usage: UsageShape | undefined;
}

/** The usage without the varying counts, and the position of these among the varying numbers; -1: the count is fixed. */
interface UsageShape {
  readonly fixed: ChatUsage;
  readonly candidatesPlace: number;
  readonly thoughtsPlace: number;
}

const varyingIn = (
  numbers: readonly string[],
  pieces: readonly string[],
  before: string,
  last: Lesson | undefined,
): boolean[] | undefined => {
  if (
    last?.before !== before ||
    last.pieces.length !== pieces.length ||
    pieces.some((piece, i) => piece !== last.pieces[i])
  )
    return undefined;
  return numbers.map((number, i) => last.varying?.[i] === true || last.numbers[i] !== number);
};

/** @param after The chunk from the closing quote of its text on. */
const toLesson = (before: string, after: string, last: Lesson | undefined): Lesson => {
  const pieces: string[] = [];
  const numbers: string[] = [];
  let from = 0;
  for (const { index, 1: lead = "", 2: digits = "" } of after.matchAll(NUMBER)) {
    pieces.push(after.slice(from, index + lead.length));
    numbers.push(digits);
    from = index + lead.length + digits.length;
  }
  pieces.push(after.slice(from));
  return { before, pieces, numbers, varying: varyingIn(numbers, pieces, before, last) };
};

/** Joins the pieces, except around a varying number. */
const betweenOf = ({ pieces, numbers, varying }: Lesson): string[] => {
  const between: string[] = [pieces[0] ?? ""];
  for (let i = 0; i < numbers.length; i += 1) {
    const next = pieces[i + 1] ?? "";
    if (varying?.[i] === true) between.push(next);
    else between.push(`${between.pop() ?? ""}${numbers[i] ?? ""}${next}`);
  }
  return between;
};

/**
 * @param probed Usage with probes in place of the varying numbers.
 * @returns Undefined if a count other than those of the answer varies.
 */
const toUsageShape = (probed: WireUsage, count: number): UsageShape | undefined => {
  const places = new Map<string, number>();
  for (const field of USAGE_FIELDS) {
    const place = typeof probed[field] === "number" ? probed[field] - PROBE_BASE : -1;
    if (place >= 0 && place < count) places.set(field, place);
  }
  const candidatesPlace = places.get("candidatesTokenCount") ?? -1;
  const thoughtsPlace = places.get("thoughtsTokenCount") ?? -1;
  const known = (candidatesPlace >= 0 ? 1 : 0) + (thoughtsPlace >= 0 ? 1 : 0);
  const fixed = toUsage({
    ...probed,
    ...(candidatesPlace >= 0 ? { candidatesTokenCount: 0 } : {}),
    ...(thoughtsPlace >= 0 ? { thoughtsTokenCount: 0 } : {}),
  });
  return places.size === known && fixed !== undefined ? { fixed, candidatesPlace, thoughtsPlace } : undefined;
};

/** Checks with probes that the string is the text of the chunk, and the numbers are its counts. */
const tryOut = (type: TextType, lesson: Lesson): Shape | undefined => {
  const { before } = lesson;
  const between = betweenOf(lesson);
  const numbered = between.map((piece, place) => (place === 0 ? piece : `${PROBE_BASE + place - 1}${piece}`)).join("");
  const chunk = JSON.parse(before + PROBE + numbered) as WireAnswer;
  const part = chunk.candidates?.[0]?.content?.parts?.[0];
  if (part?.text !== PROBE || (part.thought === true) !== (type === "reasoning")) return undefined;
  if (chunk.usageMetadata === undefined || chunk.usageMetadata === null)
    return { type, before, between, usage: undefined };
  const usage = toUsageShape(chunk.usageMetadata, between.length - 1);
  return usage === undefined ? undefined : { type, before, between, usage };
};

/** The text between its quotes. @returns Undefined if it is not a valid JSON string. */
const textBetween = (data: string, from: number, end: number): string | undefined => {
  const raw = data.slice(from, end);
  if (!NOT_PLAIN.test(raw)) return raw;
  if (CONTROL.test(raw)) return undefined;
  try {
    return JSON.parse(data.slice(from - 1, end + 1)) as string;
  } catch {
    return undefined;
  }
};

const NO_NUMBERS: readonly number[] = [];

/** The numbers between the pieces. @returns Undefined if the chunk does not consist of these pieces and numbers. */
const numbersBetween = (data: string, from: number, between: readonly string[]): readonly number[] | undefined => {
  const [first = ""] = between;
  let at = from + first.length;
  // Comparing slices is several times faster than startsWith on strings of this length.
  if (data.slice(from, at) !== first) return undefined;
  if (between.length === 1) return at === data.length ? NO_NUMBERS : undefined;
  const numbers: number[] = [];
  for (let i = 1; i < between.length; i += 1) {
    const start = at;
    let value = 0;
    for (let digit = data.charCodeAt(at) - 48; digit >= 0 && digit <= 9; digit = data.charCodeAt(at) - 48) {
      value = value * 10 + digit;
      at += 1;
    }
    // JSON has no leading zeros.
    if (at === start || at - start > MAX_DIGITS || (at - start > 1 && data.charCodeAt(start) === 48)) return undefined;
    numbers.push(value);
    const piece = between[i] ?? "";
    if (data.slice(at, at + piece.length) !== piece) return undefined;
    at += piece.length;
  }
  return at === data.length ? numbers : undefined;
};

const usageWith = ({ fixed, candidatesPlace, thoughtsPlace }: UsageShape, numbers: readonly number[]): ChatUsage => {
  const thoughts = thoughtsPlace === -1 ? 0 : (numbers[thoughtsPlace] ?? 0);
  const candidates = candidatesPlace === -1 ? 0 : (numbers[candidatesPlace] ?? 0);
  return {
    promptTokens: fixed.promptTokens,
    completionTokens: fixed.completionTokens + candidates + thoughts,
    cachedTokens: fixed.cachedTokens,
    cacheWriteTokens: fixed.cacheWriteTokens,
    reasoningTokens: fixed.reasoningTokens + thoughts,
  };
};

/**
 * This is sound because JSON is parsed from left to right. Two chunks with the same characters up to an open string, a
 * string, and then the same characters except for the digits of whole numbers differ only in that string and those
 * numbers. Probes in their places check once what the string and the numbers are.
 */
export const createSameShape = (): SameShape => {
  let shape: Shape | undefined;
  let lesson: Lesson | undefined;
  let lessons = 0;

  return {
    read(data) {
      if (shape === undefined) return undefined;
      const { type, before, between, usage } = shape;
      if (data.slice(0, before.length) !== before) return undefined;
      const end = closingQuote(data, before.length);
      if (end <= before.length) return undefined;
      const numbers = numbersBetween(data, end, between);
      if (numbers === undefined) return undefined;
      const text = textBetween(data, before.length, end);
      if (text === undefined) return undefined;
      return usage === undefined
        ? [{ type, text }]
        : [
            { type, text },
            { type: "usage", usage: usageWith(usage, numbers) },
          ];
    },
    learn(data, type, text) {
      if (lessons >= MAX_LESSONS) return;
      lessons += 1;
      const at = data.indexOf(JSON.stringify(text));
      if (at === -1) return;
      try {
        lesson = toLesson(data.slice(0, at + 1), data.slice(closingQuote(data, at + 1)), lesson);
        // Which numbers vary shows only in a second chunk.
        if (lesson.varying !== undefined) shape = tryOut(type, lesson) ?? shape;
      } catch {
        // The same string occurs earlier in the chunk. A later chunk may have a shape that can be learned.
      }
    },
  };
};
