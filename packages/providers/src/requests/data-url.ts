/** A `data:` URL in base64. */
export interface DataUrl {
  /** In lower case; empty if the URL has none. */
  readonly mediaType: string;
  readonly data: string;
}

/**
 * Parameters are not returned, since a URL may have any number of them.
 * @returns Undefined for any other URL, and for data that is not base64.
 */
export const readDataUrl = (url: string): DataUrl | undefined => {
  const comma = url.indexOf(",");
  if (comma === -1 || !/^data:/i.test(url)) return undefined;
  const head = url.slice("data:".length, comma);
  const typeEnd = head.indexOf(";");
  if (typeEnd === -1 || head.slice(head.lastIndexOf(";") + 1).toLowerCase() !== "base64") return undefined;
  return { mediaType: head.slice(0, typeEnd).toLowerCase(), data: url.slice(comma + 1) };
};
