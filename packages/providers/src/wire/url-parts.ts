export interface UrlParts {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
}

/** At most this many URLs are kept; then all are dropped and parsed again. */
const MAX_REMEMBERED = 1_000;

/**
 * Parses URLs and keeps the results: calls go to the same few URLs again and again, and parsing one costs as much as the
 * headers of a small request. Throws if it is not a URL.
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
