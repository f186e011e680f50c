import { type JsonBounds, passedBound } from "@cenote/core";

/**
 * More levels could overflow the stack, and no protocol needs nearly as many. More of the others takes seconds and gigabytes to
 * build, in which nobody else is served: an answer of 128 MB of empty objects took a minute and four. The largest that
 * providers mean to send are a hundred thousand tokens with log probabilities, and 2,048 embeddings in digits.
 */
export const JSON_BOUNDS: JsonBounds = { depth: 256, parts: 4_000_000, commas: 2_048 * 4_096 };
/** Shorter text can't exceed any of them, or not so far that it matters. */
const SAFE_CHARACTERS = 4_096;

const FAULTS = {
  depth: `JSON nested more than ${JSON_BOUNDS.depth} levels`,
  parts: `JSON of more than ${JSON_BOUNDS.parts} arrays, objects and names`,
  commas: `JSON of more than ${JSON_BOUNDS.commas} values`,
} as const satisfies Record<keyof JsonBounds, string>;

/**
 * Parses what a provider sent. Throws SyntaxError if it is not JSON, is nested too deeply or has too much in it. What a caller
 * sends as text within its request: see requests/writable-json.
 */
export const parseJson = (text: string): unknown => {
  const passed = text.length > SAFE_CHARACTERS ? passedBound(text, JSON_BOUNDS) : undefined;
  if (passed !== undefined) throw new SyntaxError(FAULTS[passed]);
  return JSON.parse(text);
};
