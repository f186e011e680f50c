/** Levels of arrays and objects. No protocol needs nearly as many; more could overflow the stack. */
const MAX_DEPTH = 256;
/** Shorter text can't exceed the limit. */
const SAFE_CHARACTERS = 4_096;

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);

/** Where the string that begins at `start` ends: at the next quote with an even number of backslashes before it. */
const endOfString = (text: string, start: number): number => {
  let end = text.indexOf('"', start);
  while (end !== -1) {
    let before = end;
    while (before > start && text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
};

/** Skips strings, which are nearly all of a large answer: megabytes of base64. */
const isTooDeep = (text: string): boolean => {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index + 1);
    else if (OPENING.has(code)) {
      if (++depth > MAX_DEPTH) return true;
    } else if (CLOSING.has(code)) depth--;
  }
  return false;
};

/**
 * Parses what a provider sent. Throws SyntaxError if it is not JSON, or is nested too deeply.
 */
export const parseJson = (text: string): unknown => {
  if (text.length > SAFE_CHARACTERS && isTooDeep(text))
    throw new SyntaxError(`JSON nested more than ${MAX_DEPTH} levels`);
  return JSON.parse(text);
};
