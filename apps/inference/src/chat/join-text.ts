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

const commonStart = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
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
  let waiting = "";
  let state: "given" | "space" | "through" = given.length >= MIN_REPEATED_CHARACTERS ? "given" : "space";

  /** @returns What need not wait any longer, because it is known not to be a repetition. */
  const settle = (isEnd: boolean): string => {
    if (state === "given") {
      if (!isEnd && waiting.length < given.length && given.startsWith(waiting)) return "";
      if (waiting.startsWith(given)) waiting = waiting.slice(given.length);
      state = "space";
    }
    if (state === "space") {
      const repeated = commonStart(space, waiting);
      if (!isEnd && repeated === waiting.length && repeated < space.length) return "";
      waiting = waiting.slice(repeated);
      state = "through";
    }
    const out = waiting;
    waiting = "";
    return out;
  };

  return {
    push(piece) {
      if (state === "through") return piece;
      waiting += piece;
      return settle(false);
    },
    flush: () => settle(true),
  };
};
