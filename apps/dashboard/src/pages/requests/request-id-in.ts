const REQUEST_ID = /\breq_[0-9a-f]{24}\b/;

/** The request id in a pasted text, such as a log line or an error. Undefined if there is none. */
export const requestIdIn = (text: string): string | undefined => REQUEST_ID.exec(text)?.[0];
