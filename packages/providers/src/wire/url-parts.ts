export interface UrlParts {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
}

/** URLs remembered; with more, all are forgotten and read anew. */
const MAX_REMEMBERED = 1_000;

/**
 * Takes URLs apart. Calls go to the same few again and again, and reading one costs as much as a small request's
 * headers. Throws for what is none.
 */
export const createUrlReader = (): ((url: string) => UrlParts) => {
  const known = new Map<string, UrlParts>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const { origin, pathname, search } = new URL(text);
    const parts = { origin, path: `${pathname}${search}` };
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(text, parts);
    return parts;
  };
};
