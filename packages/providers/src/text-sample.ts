/**
 * A longer prompt or text is estimated from samples of this many characters, one from each of equal parts: an exact
 * count of megabytes would hold up everyone, and a sample from one end says nothing about the other. The position
 * within each part is random, because whoever knew it could put cheap text just there.
 */
const MAX_COUNTED_CHARACTERS = 50_000;
/** The tokenizer's time grows with the square of an unbroken run of letters, so text is counted in pieces. */
const PIECE_CHARACTERS = 500;
const SAMPLES = MAX_COUNTED_CHARACTERS / PIECE_CHARACTERS;

const isLowSurrogate = (text: string, index: number): boolean => {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
};

/** Where a piece that starts at `from` ends: at white space if there is some, never inside a surrogate pair. */
const pieceEnd = (text: string, from: number): number => {
  const limit = from + PIECE_CHARACTERS;
  if (limit >= text.length) return text.length;
  // In the piece alone: a text of megabytes without any would be searched back to its start, for each of its pieces.
  const space = text.slice(from, limit + 1).lastIndexOf(" ");
  if (space > 0) return from + space;
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
};

/** What is counted of texts, and what the count stands for. */
export interface Sample {
  readonly pieces: readonly string[];
  /** Characters of the pieces and of all texts. */
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

/** All of the texts in pieces, or samples of them if they are too long. @param random 0 to 1, 1 excluded. */
export const sampleOf = (texts: readonly string[], random: () => number): Sample => {
  const all = charactersOf(texts);
  const pieces = all > MAX_COUNTED_CHARACTERS ? drawPieces(texts.join(""), random) : texts.flatMap(piecesOf);
  return { pieces, counted: charactersOf(pieces), all };
};

/** @param tokens Those of the sample's pieces. */
export const tokensOfAll = (tokens: number, { counted, all }: Sample): number =>
  counted === all ? tokens : Math.ceil((tokens * all) / counted);
