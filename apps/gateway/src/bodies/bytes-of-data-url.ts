import { invalidField } from "@cenote/core";

/**
 * Number of bytes that valid base64 decodes to. @returns Undefined for a length that base64 can't have, and for text
 * beyond ASCII: Node's decoder would read the low bytes of its characters.
 */
const lengthOfBase64 = (text: string): number | undefined => {
  if (Buffer.byteLength(text) !== text.length) return undefined;
  const padding = text.endsWith("==") ? 2 : Number(text.endsWith("="));
  const characters = text.length - padding;
  return characters % 4 === 1 ? undefined : Math.floor((characters * 3) / 4);
};

/**
 * Decodes a data URL. Its media type is ignored: the media service checks the first bytes, and clients name types
 * carelessly. @param url Matches BASE64_DATA_URL. Errors: invalid_request_error for invalid base64, which Node's
 * decoder would cut or skip.
 */
export const bytesOfDataUrl = (url: string, field: string): Buffer => {
  const text = url.slice(url.indexOf(",") + 1);
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== lengthOfBase64(text)) throw invalidField(field, "its base64 is not valid.");
  return bytes;
};
