const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COLON = 0x3a;
const COMMA = 0x2c;

export interface JsonBounds {
  /** Levels of nesting of arrays and objects. */
  readonly depth: number;
  /** Number of arrays, objects and field names together. */
  readonly parts: number;
  /** Number of commas, which bounds the number of plain values: many of them occur only in lists. */
  readonly commas: number;
}

/** For a caller's body. Parsing more than this blocks the event loop for seconds. */
export const BODY_BOUNDS: JsonBounds = { depth: 64, parts: 200_000, commas: 1_000_000 };

/** Index of the quote that ends the string at `start`, or the length of the text. */
const endOfString = (json: string, start: number): number => {
  for (let quote = json.indexOf('"', start + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (json.charCodeAt(before) === BACKSLASH) before--;
    const isEscaped = (quote - before) % 2 === 0;
    if (!isEscaped) return quote;
  }
  return json.length;
};

/**
 * Counts a text together with the texts before it. @returns The first bound that they exceed, if any. A text that exceeds
 * a bound is not counted.
 */
export type JsonCounter = (json: string) => keyof JsonBounds | undefined;

/** Counts parts and commas of several texts together. The depth is checked for each text. */
export const createJsonCounter = (bounds: JsonBounds): JsonCounter => {
  let [allParts, allCommas] = [0, 0];
  return (json) => {
    let depth = 0;
    let parts = allParts;
    let commas = allCommas;
    for (let index = 0; index < json.length; index++) {
      const code = json.charCodeAt(index);
      if (code === QUOTE) {
        index = endOfString(json, index);
      } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
        depth++;
        parts++;
        if (depth > bounds.depth) return "depth";
      } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
        depth--;
      } else if (code === COLON) {
        parts++;
      } else if (code === COMMA) {
        commas++;
        if (commas > bounds.commas) return "commas";
      }
      if (parts > bounds.parts) return "parts";
    }
    [allParts, allCommas] = [parts, commas];
    return undefined;
  };
};

/**
 * The first bound that a text exceeds, if any. A body is checked before it is parsed: to build ten million empty objects,
 * or one object with a million names, blocks the event loop for seconds, and so does GraphQL with ten million numbers.
 * Up to the first syntax error this sees the same structure as a parser.
 */
export const passedBound = (json: string, bounds: JsonBounds): keyof JsonBounds | undefined =>
  createJsonCounter(bounds)(json);
