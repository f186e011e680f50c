/** Levels of arrays and objects. No protocol comes near it; what goes over it is meant to overflow somebody's stack. */
const MAX_DEPTH = 256;
/** Shorter text can't nest deeply enough to hurt anyone. */
const SAFE_CHARACTERS = 4_096;

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);

const isTooDeep = (text: string): boolean => {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inText) {
      if (code === BACKSLASH) index++;
      else if (code === QUOTE) inText = false;
    } else if (code === QUOTE) inText = true;
    else if (OPENING.has(code)) {
      if (++depth > MAX_DEPTH) return true;
    } else if (CLOSING.has(code)) depth--;
  }
  return false;
};

/** Parses what a provider sent. Throws SyntaxError for what is no JSON, or is nested too deeply to be taken for an answer. */
export const parseJson = (text: string): unknown => {
  if (text.length > SAFE_CHARACTERS && isTooDeep(text)) throw new SyntaxError(`JSON nested more than ${MAX_DEPTH} levels`);
  return JSON.parse(text);
};
