const BREAK = "\n\n";

/**
 * An answer may be several messages, and its reasoning several summaries of several parts, each a text of its own. Here
 * each is one text, so a blank line stands between them.
 */
export const joinParagraphs = (texts: readonly string[]): string => texts.filter((text) => text !== "").join(BREAK);

/**
 * The same for texts that come in pieces.
 * @returns The piece, with a blank line before it where it begins another text.
 */
export const createParagraphs = () => {
  let current: string | undefined;
  return (place: string, piece: string): string => {
    const begins = current !== undefined && current !== place;
    current = place;
    return begins ? BREAK + piece : piece;
  };
};
