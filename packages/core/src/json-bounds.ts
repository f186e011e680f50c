const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COLON = 0x3a;
const COMMA = 0x2c;

export interface JsonBounds {
  /** Levels of arrays and objects inside each other. */
  readonly depth: number;
  /** Arrays, objects and names of fields together. */
  readonly parts: number;
  /** Commas: numbers and other plain values are many only where something lists them. */
  readonly commas: number;
}

/** Of a body that a caller sends: to build more takes seconds in which nobody else is served. */
export const BODY_BOUNDS: JsonBounds = { depth: 64, parts: 200_000, commas: 1_000_000 };

/** Index of the quote that ends the string begun at `start`, or the end of the text. */
const endOfString = (json: string, start: number): number => {
  for (let quote = json.indexOf('"', start + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (json.charCodeAt(before) === BACKSLASH) before--;
    const isEscaped = (quote - before) % 2 === 0;
    if (!isEscaped) return quote;
  }
  return json.length;
};

/** @returns The first bound that a text exceeds, added to the texts before it; one that exceeds any is not added. */
export type JsonCounter = (json: string) => keyof JsonBounds | undefined;

/** Bounds for several texts together, but for the depth, which is of each. */
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
 * The first bound that a text exceeds, if any. A body is checked before parsing: to build ten million empty objects, or
 * one with a million names, takes seconds in which nobody else is served, and so does GraphQL with ten million numbers.
 * Up to the first mistake in the JSON it sees what a parser sees.
 */
export const passedBound = (json: string, bounds: JsonBounds): keyof JsonBounds | undefined =>
  createJsonCounter(bounds)(json);
