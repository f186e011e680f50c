/** A service's text, which is empty where there is none. */
export const orNull = (text: string): string | null => (text === "" ? null : text);
