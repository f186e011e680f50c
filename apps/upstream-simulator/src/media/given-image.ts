import { createHash } from "node:crypto";
import { pngSizeOf } from "./png";

/** An image that a request gives to be edited, or to begin a video with. */
export interface GivenImage {
  readonly bytes: Buffer;
  /** As the request says. */
  readonly contentType: string;
}

export const IMAGE_TYPES: readonly string[] = ["image/jpeg", "image/png", "image/webp"];

/** What it is by its first bytes; undefined where that is no image of these types. */
export const imageTypeOf = ({ bytes }: GivenImage): string | undefined => {
  if (bytes.toString("latin1", 0, 4) === "\x89PNG") return "image/png";
  if (bytes.toString("latin1", 0, 3) === "\xFF\xD8\xFF") return "image/jpeg";
  return bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP"
    ? "image/webp"
    : undefined;
};

const DATA_URL = /^data:(?<contentType>[^,;]*);base64,/;

/** @returns Undefined for an address: nothing is fetched here. */
export const givenByUrl = (url: string): GivenImage | undefined => {
  const found = DATA_URL.exec(url);
  return found === null
    ? undefined
    : {
        bytes: Buffer.from(url.slice(found[0].length), "base64"),
        contentType: found.groups?.["contentType"] ?? "",
      };
};

/** Other images give another text, and so an image or a video in other colours; empty without any. */
export const textOfGiven = (given: readonly GivenImage[]): string =>
  given.map(({ bytes }) => ` ${createHash("sha256").update(bytes).digest("hex")}`).join("");

/** Of what is made where no size is asked for: that of the first image. Of a JPEG or a WebP it is not read. */
export const sizeOfGiven = ([first]: readonly GivenImage[]): readonly [number, number] | undefined =>
  first === undefined ? undefined : pngSizeOf(first.bytes);

/** The shape of an image: `640:480`. Undefined for what is no PNG. */
export const shapeOfGiven = (image: GivenImage): string | undefined => pngSizeOf(image.bytes)?.join(":");
