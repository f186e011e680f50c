/**
 * A longer prompt or text is estimated from samples that have this many characters together, one from each of equal
 * parts. An exact count of megabytes would delay all other calls, and a sample from one end says nothing about the other.
 * The position within each part is random: a caller who knew it could put text with few tokens just there.
 */
const MAX_COUNTED_CHARACTERS = 50_000;
/** Text is counted in pieces, because the tokenizer's time grows with the square of an unbroken run of letters. */
const PIECE_CHARACTERS = 500;
const SAMPLES = MAX_COUNTED_CHARACTERS / PIECE_CHARACTERS;

const isLowSurrogate = (text: string, index: number): boolean => {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
};

/** The end of a piece that starts at `from`: at white space if there is some, never inside a surrogate pair. */
const pieceEnd = (text: string, from: number): number => {
  const limit = from + PIECE_CHARACTERS;
  if (limit >= text.length) return text.length;
  // Searches only the piece: in a text of megabytes without spaces, each piece would be searched back to the start.
  const space = text.slice(from, limit + 1).lastIndexOf(" ");
  if (space > 0) return from + space;
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
};

/** The pieces of texts that are counted. */
export interface Sample {
  readonly pieces: readonly string[];
  /** Number of characters of the pieces, and of all texts. */
  readonly counted: number;
  readonly all: number;
}

const charactersOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

const piecesOf = (text: string): string[] => {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = pieceEnd(text, from);
    pieces.push(text.slice(from, end));
    from = end;
  }
  return pieces;
};

const drawPieces = (text: string, random: () => number): string[] =>
  Array.from({ length: SAMPLES }, (_, sample) => {
    const at = Math.floor(((sample + random()) * (text.length - PIECE_CHARACTERS)) / SAMPLES);
    const from = isLowSurrogate(text, at) ? at + 1 : at;
    return text.slice(from, pieceEnd(text, from));
  });

/** Cuts texts into pieces, or takes samples if they are too long. @param random 0 to 1, 1 excluded. */
export const sampleOf = (texts: readonly string[], random: () => number): Sample => {
  const all = charactersOf(texts);
  const pieces = all > MAX_COUNTED_CHARACTERS ? drawPieces(texts.join(""), random) : texts.flatMap(piecesOf);
  return { pieces, counted: charactersOf(pieces), all };
};

/** Extrapolates to all texts. @param tokens Number of tokens of the sample's pieces. */
export const tokensOfAll = (tokens: number, { counted, all }: Sample): number =>
  counted === all ? tokens : Math.ceil((tokens * all) / counted);
