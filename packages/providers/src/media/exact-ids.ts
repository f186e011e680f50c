/** The field of an id that is told as a number, with more digits than are kept of one. */
const LONG_ID = /("\w{0,40}id"\s{0,9}:\s{0,9})(\d{16,40})(?=\s{0,9}[,}])/gi;

/** No answer that has one is longer, and others are not worth the search. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/**
 * The JSON text with such ids as text, which keeps all their digits. What is in a string stays: quotes are escaped
 * there.
 */
export const withExactIds = (text: string): string =>
  text.length > MAX_CHARACTERS ? text : text.replace(LONG_ID, '$1"$2"');
