import { invalidField } from "@cenote/core";

/** What is between the scheme and the data. */
const HEAD = /^data:([^;,]*)([^,]*),/i;
const IN_BASE64 = /;\s*base64\s*$/i;
const NOT_PLAIN = /[^A-Za-z0-9+/=]/;
/** The same in either alphabet, with the white space some encoders break lines with. */
const NOT_BASE64 = /[^A-Za-z0-9+/_=\s-]/;
/** Some clients send it for an image whose type they do not know. */
const UNKNOWN_TYPE = "application/octet-stream";
const SHOWN_CHARACTERS = 40;

const readDataUrl = (url: string, param: string): string => {
  const head = HEAD.exec(url);
  const type = head?.[1]?.trim().toLowerCase() ?? "";
  if (type !== "" && type !== UNKNOWN_TYPE && !type.startsWith("image/")) {
    throw invalidField(
      param,
      `an image's data URL must hold an image; ${type.slice(0, SHOWN_CHARACTERS)} is not supported.`,
    );
  }
  if (head === null || !IN_BASE64.test(head[2] ?? ""))
    throw invalidField(param, "an image's data URL must be of the form data:image/png;base64,...");
  const data = url.slice(head[0].length);
  if (data.trim() === "") throw invalidField(param, "an image's data URL must hold an image; this one is empty.");
  // One look at what is long, if it is as most send it.
  if (!NOT_PLAIN.test(data)) return url;
  if (NOT_BASE64.test(data)) throw invalidField(param, "the data of an image's data URL must be base64.");
  return `${head[0]}${Buffer.from(data, "base64").toString("base64")}`;
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
