/** The name to show for a key, which may have none. */
export const keyName = ({ name, hint }: { readonly name: string; readonly hint: string }): string =>
  name.trim() || hint;

/** Enough of a UUID to tell keys or tokens apart. */
export const shortId = (id: string): string => id.slice(0, 8);
