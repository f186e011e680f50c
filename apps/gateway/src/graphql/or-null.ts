/** A service's text: empty where there is none. */
export const orNull = (text: string): string | null => (text === "" ? null : text);
