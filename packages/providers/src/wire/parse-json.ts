import { type JsonBounds, passedBound } from "@cenote/core";

/**
 * More levels could overflow the stack, and no protocol needs nearly as many. More parts or commas block the event loop
 * for seconds and take gigabytes: an answer of 128 MB of empty objects took a minute and 4 GB. The largest answers that
 * providers send on purpose are a hundred thousand tokens with log probabilities, and 2,048 embeddings as decimal numbers.
 */
export const JSON_BOUNDS: JsonBounds = { depth: 256, parts: 4_000_000, commas: 2_048 * 4_096 };
/** A shorter text can't exceed the bounds by so much that it matters. */
const SAFE_CHARACTERS = 4_096;

const FAULTS = {
  depth: `JSON nested more than ${JSON_BOUNDS.depth} levels`,
  parts: `JSON of more than ${JSON_BOUNDS.parts} arrays, objects and names`,
  commas: `JSON of more than ${JSON_BOUNDS.commas} values`,
} as const satisfies Record<keyof JsonBounds, string>;

/**
 * Parses JSON from a provider. Throws SyntaxError if the text is not JSON or exceeds a bound. For JSON text inside of a
 * caller's request see requests/writable-json.
 */
export const parseJson = (text: string): unknown => {
  const passed = text.length > SAFE_CHARACTERS ? passedBound(text, JSON_BOUNDS) : undefined;
  if (passed !== undefined) throw new SyntaxError(FAULTS[passed]);
  return JSON.parse(text);
};
