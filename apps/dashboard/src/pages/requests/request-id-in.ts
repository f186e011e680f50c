const REQUEST_ID = /\breq_[0-9a-f]{24}\b/;

/** The request id in a pasted text, which may be a line of a log or an error. Undefined if there is none. */
export const requestIdIn = (text: string): string | undefined => REQUEST_ID.exec(text)?.[0];
