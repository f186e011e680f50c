const OTHER_LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** JSON text without any of Unicode's line ends: some readers split lines at all of them. */
export const oneLineJson = (value: string | object): string => onOneLine(JSON.stringify(value));

/** The same for a value that is already JSON text. */
export const onOneLine = (json: string): string =>
  json.search(OTHER_LINE_ENDS) === -1
    ? json
    : json.replace(OTHER_LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`);
