import { invalidField } from "@cenote/core";

const SCHEME = "data:";
const IN_BASE64 = /;\s*base64\s*$/i;
const NOT_PLAIN = /[^A-Za-z0-9+/=]/;
/** The same in either alphabet, with the white space some encoders break lines with. */
const NOT_BASE64 = /[^A-Za-z0-9+/_=\s-]/;
/** Some clients send it for an image whose type they do not know. */
const UNKNOWN_TYPE = "application/octet-stream";
const SHOWN_CHARACTERS = 40;

/**
 * What is between the scheme and the data. Found by searches: an expression for it takes minutes for a long text without a
 * comma, in which nobody else is served.
 */
const headOf = (url: string): { readonly type: string; readonly parameters: string; readonly end: number } => {
  const comma = url.indexOf(",");
  const head = comma === -1 ? "" : url.slice(SCHEME.length, comma);
  const semicolon = head.indexOf(";");
  const typeEnd = semicolon === -1 ? head.length : semicolon;
  return { type: head.slice(0, typeEnd).trim().toLowerCase(), parameters: head.slice(typeEnd), end: comma + 1 };
};

const readDataUrl = (url: string, param: string): string => {
  const { type, parameters, end } = headOf(url);
  if (type !== "" && type !== UNKNOWN_TYPE && !type.startsWith("image/")) {
    throw invalidField(
      param,
      `an image's data URL must hold an image; ${type.slice(0, SHOWN_CHARACTERS)} is not supported.`,
    );
  }
  if (!IN_BASE64.test(parameters))
    throw invalidField(param, "an image's data URL must be of the form data:image/png;base64,...");
  const data = url.slice(end);
  if (data.trim() === "") throw invalidField(param, "an image's data URL must hold an image; this one is empty.");
  // One look at what is long, if it is as most send it.
  if (!NOT_PLAIN.test(data)) return url;
  if (NOT_BASE64.test(data)) throw invalidField(param, "the data of an image's data URL must be base64.");
  return `${url.slice(0, end)}${Buffer.from(data, "base64").toString("base64")}`;
};

/**
 * What no provider can read as an image is the caller's mistake, and told before one is asked: each would refuse it in
 * its own words, some with a server's fault. Some also accept a document or a video in the place of an image, and bill
 * every page or second; nothing would be held for that.
 * @param url With its scheme in lower case. @param param Path of the part. Errors: invalid_request_error that names it.
 * @returns The URL; its data in the one alphabet, without line breaks, that every provider reads.
 */
export const readImageUrl = (url: string, param: string): string => {
  if (url.startsWith("data:")) return readDataUrl(url, param);
  if (!URL.canParse(url)) throw invalidField(param, "the address of an image must be a complete `https:` URL.");
  return url;
};
