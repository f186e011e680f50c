/**
 * A simple tokenizer: up to six letters with the space before them, up to three digits, or one other character. Its
 * counts are close to a real one's (about four characters per token of English), identical on every machine, and it
 * needs no table.
 */
const TOKEN = / ?\p{L}{1,6}| ?\d{1,3}| ?[^\s\p{L}\d]|\s/gu;

/** The tokens of `text`; concatenated, they are the text. */
export const tokensOf = (text: string): readonly string[] => text.match(TOKEN) ?? [];

export const countTokens = (text: string): number => tokensOf(text).length;

/** The first `limit` tokens of `text`. */
export const firstTokens = (text: string, limit: number): string => {
  const tokens = tokensOf(text);
  return tokens.length <= limit ? text : tokens.slice(0, Math.max(0, limit)).join("");
};
