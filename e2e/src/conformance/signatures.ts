/** Of a detail's text, what its provider sealed: some is kept with what it was told under, and goes back in fields of its own. */
export const sealedIn = (text: string): string => (text.startsWith("{") ? (JSON.parse(text) as { encrypted_content: string }).encrypted_content : text);
