import { invalidField } from "@cenote/core";

/**
 * Bytes that base64 stands for, if all of it is that. @returns Undefined for a length that no base64 has, and for text
 * beyond ASCII, of which Node's decoder takes the low bytes for characters of base64.
 */
const lengthOfBase64 = (text: string): number | undefined => {
  if (Buffer.byteLength(text) !== text.length) return undefined;
  const padding = text.endsWith("==") ? 2 : Number(text.endsWith("="));
  const characters = text.length - padding;
  return characters % 4 === 1 ? undefined : Math.floor((characters * 3) / 4);
};

/**
 * Whatever type it is said to be: media goes by its first bytes, and clients name types carelessly. @param url Matches
 * BASE64_DATA_URL. Errors: invalid_request_error for what is no base64, which Node's decoder would cut or pass over.
 */
export const bytesOfDataUrl = (url: string, field: string): Buffer => {
  const text = url.slice(url.indexOf(",") + 1);
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== lengthOfBase64(text)) throw invalidField(field, "its base64 is not valid.");
  return bytes;
};
