const BREAK = "\n\n";

/**
 * An answer may have several messages, and its reasoning several summaries of several parts, each with its own text. They
 * are joined to one text with blank lines in between.
 */
export const joinParagraphs = (texts: readonly string[]): string => texts.filter((text) => text !== "").join(BREAK);

/**
 * The same for texts that arrive in pieces.
 * @returns A function that returns the piece, after a blank line if it begins another text.
 */
export const createParagraphs = () => {
  let current: string | undefined;
  return (place: string, piece: string): string => {
    const begins = current !== undefined && current !== place;
    current = place;
    return begins ? BREAK + piece : piece;
  };
};
