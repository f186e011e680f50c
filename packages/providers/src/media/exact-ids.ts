/** A field with an id as a number that has more digits than parsing keeps. */
const LONG_ID = /("\w{0,40}id"\s{0,9}:\s{0,9})(\d{16,40})(?=\s{0,9}[,}])/gi;

/** Longer texts are not searched. No answer with such an id is as long. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/**
 * The JSON text with long ids as strings, which keep all their digits. The contents of strings are unchanged, because
 * quotes inside a string are escaped and do not match.
 */
export const withExactIds = (text: string): string =>
  text.length > MAX_CHARACTERS ? text : text.replace(LONG_ID, '$1"$2"');
