/** Levels of arrays and objects. No protocol comes near it; what goes over it is meant to overflow somebody's stack. */
const MAX_DEPTH = 256;
/** Shorter text can't nest deeply enough to hurt anyone. */
const SAFE_CHARACTERS = 4_096;

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);

/** Where the string that begins at `start` ends: at the next quote that an even number of backslashes stand before. */
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

/** Jumps over strings: in a large answer they are nearly all there is, base64 of megabytes. */
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
 * Parses what a provider sent. Throws SyntaxError for what is no JSON, or is nested too deeply to be taken for an
 * answer.
 */
export const parseJson = (text: string): unknown => {
  if (text.length > SAFE_CHARACTERS && isTooDeep(text))
    throw new SyntaxError(`JSON nested more than ${MAX_DEPTH} levels`);
  return JSON.parse(text);
};
