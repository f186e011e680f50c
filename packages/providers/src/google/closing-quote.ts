const BACKSLASH = 92;

/** Where the JSON string ends whose first character stands at `start`: at its closing quote, or -1. */
export const closingQuote = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
};
