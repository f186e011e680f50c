import { malformed } from "../answers/answer-failures";
import type { MadeImage } from "./media-spec";

const SIGNATURES: readonly { readonly contentType: string; readonly test: (bytes: Buffer) => boolean }[] = [
  { contentType: "image/png", test: (bytes) => bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n" },
  { contentType: "image/jpeg", test: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff },
  {
    contentType: "image/webp",
    test: (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
  },
];

/**
 * An image in an answer. Its type is detected from its first bytes. Throws ProviderError `malformed` for unsupported
 * types.
 */
export const imageFromBase64 = (text: string): MadeImage => {
  const bytes = Buffer.from(text, "base64");
  const known = SIGNATURES.find(({ test }) => test(bytes));
  if (known === undefined) throw malformed("The provider sent an image that is not PNG, JPEG or WebP.");
  return { kind: "bytes", bytes, contentType: known.contentType };
};

const DATA_URL = /^data:[^,;]*;base64,/;

/** An image at a URL, which may be a data URL. */
export const imageFromUrl = (url: string): MadeImage => {
  const start = DATA_URL.exec(url)?.[0];
  return start === undefined ? { kind: "url", url } : imageFromBase64(url.slice(start.length));
};
