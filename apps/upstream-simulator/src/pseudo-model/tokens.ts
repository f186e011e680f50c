/**
 * A tokenizer of its own: up to six letters with the space before them, up to three digits, or one other character.
 * Close to a real one in numbers (about four characters a token of English), the same on every machine, and without a table.
 */
const TOKEN = / ?\p{L}{1,6}| ?\d{1,3}| ?[^\s\p{L}\d]|\s/gu;

/** The tokens of `text`; joined, they are the text. */
export const tokensOf = (text: string): readonly string[] => text.match(TOKEN) ?? [];

export const countTokens = (text: string): number => tokensOf(text).length;

/** The first `limit` tokens of `text`. */
export const firstTokens = (text: string, limit: number): string => {
  const tokens = tokensOf(text);
  return tokens.length <= limit ? text : tokens.slice(0, Math.max(0, limit)).join("");
};
