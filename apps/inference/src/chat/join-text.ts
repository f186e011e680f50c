/** Joins a text with its continuation by another provider, without repeating or losing a word. */
export interface TextJoin {
  /**
   * @returns The text that can be sent now, possibly empty: a piece that may be a repetition waits for the next one.
   */
  push(piece: string): string;
  /** Called at the end. @returns The text that was still held back. */
  flush(): string;
}

/**
 * A continuation that begins with the whole text repeats it if the text is this long. A shorter match may be a word that
 * the model wrote twice.
 */
const MIN_REPEATED_CHARACTERS = 16;

/** The text as it is sent to the provider, since many refuse white space at the end. */
export const withoutLastSpace = (text: string): string => text.trimEnd();

/** Number of leading characters of `text` that equal those of `whole` from `at` on. */
const commonStart = (whole: string, at: number, text: string): number => {
  let length = 0;
  while (at + length < whole.length && whole[at + length] === text[length]) length += 1;
  return length;
};

/**
 * Some providers repeat the prefill before they continue. Some repeat only its last white space, some begin with the next
 * word. Only an exact repetition is removed.
 * @param soFar The text that the caller has seen.
 */
export const createTextJoin = (soFar: string): TextJoin => {
  const given = withoutLastSpace(soFar);
  const space = soFar.slice(given.length);
  /** The part of the prefill that has been repeated so far. */
  let waiting = "";
  /** Number of characters of the white space that have been repeated. */
  let spaces = 0;
  let state: "given" | "space" | "through" = given.length >= MIN_REPEATED_CHARACTERS ? "given" : "space";

  /** @returns The text that need not wait any longer, because it is not a repetition. */
  const pastSpace = (text: string, isEnd: boolean): string => {
    const repeated = commonStart(space, spaces, text);
    spaces += repeated;
    if (!isEnd && repeated === text.length && spaces < space.length) return "";
    state = "through";
    return text.slice(repeated);
  };

  const pastGiven = (piece: string, isEnd: boolean): string => {
    const at = waiting.length;
    waiting += piece;
    // The waiting text is known to be a repetition, so only the new piece is compared.
    if (!isEnd && waiting.length < given.length && given.startsWith(piece, at)) return "";
    const text = waiting.startsWith(given) ? waiting.slice(given.length) : waiting;
    waiting = "";
    state = "space";
    return pastSpace(text, isEnd);
  };

  const settle = (piece: string, isEnd: boolean): string => {
    if (state === "through") return piece;
    return state === "given" ? pastGiven(piece, isEnd) : pastSpace(piece, isEnd);
  };

  return {
    push: (piece) => settle(piece, false),
    flush: () => settle("", true),
  };
};
