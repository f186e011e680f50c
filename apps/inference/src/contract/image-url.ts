import { invalidField } from "@cenote/core";

const SCHEME = "data:";
const IN_BASE64 = /;\s*base64\s*$/i;
const NOT_PLAIN = /[^A-Za-z0-9+/=]/;
/** Characters outside both base64 alphabets and the white space with which some encoders break lines. */
const NOT_BASE64 = /[^A-Za-z0-9+/_=\s-]/;
/** The type that some clients send for an image of unknown type. */
const UNKNOWN_TYPE = "application/octet-stream";
const SHOWN_CHARACTERS = 40;

/**
 * The part between scheme and data. It is found by searches, because a regular expression takes minutes for a long text
 * without a comma, and blocks the event loop.
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
  // Usual data is scanned only once.
  if (!NOT_PLAIN.test(data)) return url;
  if (NOT_BASE64.test(data)) throw invalidField(param, "the data of an image's data URL must be base64.");
  return `${url.slice(0, end)}${Buffer.from(data, "base64").toString("base64")}`;
};

/**
 * Validates the URL of an image before a provider is called. Providers would refuse an invalid image with different
 * messages, some with a server error. Some accept a document or a video in place of an image and bill every page or
 * second, for which nothing would be held.
 * @param url With its scheme in lower case. @param param Path of the part. Errors: invalid_request_error that names it.
 * @returns The URL, with its data in the standard alphabet and without line breaks, which every provider reads.
 */
export const readImageUrl = (url: string, param: string): string => {
  if (url.startsWith("data:")) return readDataUrl(url, param);
  if (!URL.canParse(url)) throw invalidField(param, "the address of an image must be a complete `https:` URL.");
  return url;
};
