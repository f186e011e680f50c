import { createHash } from "node:crypto";
import { pngSizeOf } from "./png";

/** An image in a request, to edit or to begin a video with. */
export interface GivenImage {
  readonly bytes: Buffer;
  /** As declared in the request. */
  readonly contentType: string;
}

export const IMAGE_TYPES: readonly string[] = ["image/jpeg", "image/png", "image/webp"];

/** Its type from its first bytes; undefined if it is none of these types. */
export const imageTypeOf = ({ bytes }: GivenImage): string | undefined => {
  if (bytes.toString("latin1", 0, 4) === "\x89PNG") return "image/png";
  if (bytes.toString("latin1", 0, 3) === "\xFF\xD8\xFF") return "image/jpeg";
  return bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP"
    ? "image/webp"
    : undefined;
};

const DATA_URL = /^data:(?<contentType>[^,;]*);base64,/;

/** @returns Undefined for a web address: the simulator fetches nothing. */
export const givenByUrl = (url: string): GivenImage | undefined => {
  const found = DATA_URL.exec(url);
  return found === null
    ? undefined
    : {
        bytes: Buffer.from(url.slice(found[0].length), "base64"),
        contentType: found.groups?.["contentType"] ?? "",
      };
};

/** A text that differs for different images, so that the result has different colours; empty without images. */
export const textOfGiven = (given: readonly GivenImage[]): string =>
  given.map(({ bytes }) => ` ${createHash("sha256").update(bytes).digest("hex")}`).join("");

/**
 * Size of the result if the request asks for none: the size of the first image. It is not read from a JPEG or a WebP.
 */
export const sizeOfGiven = ([first]: readonly GivenImage[]): readonly [number, number] | undefined =>
  first === undefined ? undefined : pngSizeOf(first.bytes);

/** The shape of an image: `640:480`. Undefined if it is not a PNG. */
export const shapeOfGiven = (image: GivenImage): string | undefined => pngSizeOf(image.bytes)?.join(":");
