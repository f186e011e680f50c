/** Services send an empty text for an absent one; GraphQL has null. */
export const orNull = (text: string): string | null => (text === "" ? null : text);
