export interface UrlParts {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
}

/** Most URLs in the cache. At the limit all are dropped. */
const MAX_REMEMBERED = 1_000;

/**
 * Parses URLs and caches the results, because calls go to few different URLs and parsing one costs as much as the headers
 * of a small request. Throws if the text is not a URL.
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
