/**
 * The part of a detail's text that its provider sealed. For some providers the text is JSON with further fields, which
 * are sent back separately.
 */
export const sealedIn = (text: string): string =>
  text.startsWith("{") ? (JSON.parse(text) as { encrypted_content: string }).encrypted_content : text;
