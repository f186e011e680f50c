/** Joins a text with its continuation by another provider, without repeating or losing a word. */
export interface TextJoin {
  /**
   * @returns What of this piece can be sent now, maybe nothing: a piece that may be a repetition waits for the next.
   */
  push(piece: string): string;
  /** Called at the end. @returns What was still waiting. */
  flush(): string;
}

/**
 * A continuation that begins with the whole text, if it is this long, repeats it; a shorter match may be a word said
 * twice.
 */
const MIN_REPEATED_CHARACTERS = 16;

/** As sent to the provider: many refuse white space at the end. */
export const withoutLastSpace = (text: string): string => text.trimEnd();

/** How many characters of `text` are those of `whole` from `at` on. */
const commonStart = (whole: string, at: number, text: string): number => {
  let length = 0;
  while (at + length < whole.length && whole[at + length] === text[length]) length += 1;
  return length;
};

/**
 * Some providers repeat what they were given before they continue, some only its last white space, some begin with the
 * next word. Only an exact repetition is removed.
 * @param soFar All that the caller has seen.
 */
export const createTextJoin = (soFar: string): TextJoin => {
  const given = withoutLastSpace(soFar);
  const space = soFar.slice(given.length);
  /** The beginning of what was given, as far as it has been repeated. */
  let waiting = "";
  /** Characters of the white space that have been repeated. */
  let spaces = 0;
  let state: "given" | "space" | "through" = given.length >= MIN_REPEATED_CHARACTERS ? "given" : "space";

  /** @returns What need not wait any longer, because it is known not to be a repetition. */
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
    // What waits is known to be a repetition: only the piece is compared.
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
