import { closingQuote } from "./closing-quote";

/** Levels of arrays and objects. No protocol needs nearly as many; more could overflow the stack. */
const MAX_DEPTH = 256;
/** Shorter text can't be deep enough to do so. */
const SAFE_CHARACTERS = 4_096;

const QUOTE = 34;
const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);

/** Skips strings, which are nearly all of a large answer: megabytes of base64. */
const isTooDeep = (text: string): boolean => {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = closingQuote(text, index + 1);
      if (index === -1) return false;
    } else if (OPENING.has(code)) {
      if (++depth > MAX_DEPTH) return true;
    } else if (CLOSING.has(code)) depth--;
  }
  return false;
};

/**
 * Parses what a provider sent, or a caller as text within its request. Throws SyntaxError if it is not JSON, or is nested too deeply.
 */
export const parseJson = (text: string): unknown => {
  if (text.length > SAFE_CHARACTERS && isTooDeep(text))
    throw new SyntaxError(`JSON nested more than ${MAX_DEPTH} levels`);
  return JSON.parse(text);
};
