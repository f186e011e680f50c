/** A `data:` URL in base64. */
export interface DataUrl {
  /** In small letters; empty if it names none. */
  readonly mediaType: string;
  readonly data: string;
}

/** @returns Undefined for any other URL, and for data that is not base64. */
export const readDataUrl = (url: string): DataUrl | undefined => {
  const comma = url.indexOf(",");
  if (comma === -1 || !/^data:/i.test(url)) return undefined;
  const [mediaType = "", ...parameters] = url.slice("data:".length, comma).toLowerCase().split(";");
  return parameters.at(-1) === "base64" ? { mediaType, data: url.slice(comma + 1) } : undefined;
};
