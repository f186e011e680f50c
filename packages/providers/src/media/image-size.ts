import type { IImage } from "image-size/types/interface";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";
import type { InputImage } from "./media-spec";

/** Width and height in pixels as displayed: a photograph may be stored rotated, with its orientation in EXIF. */
export type ImageSize = readonly [width: number, height: number];

const READERS: ReadonlyMap<string, IImage> = new Map([
  ["image/png", PNG],
  ["image/jpeg", JPG],
  ["image/webp", WEBP],
]);

/** The size is near the beginning. A JPEG without one would be searched byte by byte, over megabytes. */
const HEAD_BYTES = 256 * 1024;

/** EXIF orientations from this one on are rotated by 90 degrees. */
const FIRST_ROTATED = 5;

/** @returns Undefined if the first bytes do not contain the size. */
export const imageSizeOf = ({ bytes, contentType }: InputImage): ImageSize | undefined => {
  // A copy, because the readers ignore the bounds of a view and read its whole buffer.
  const head = new Uint8Array(bytes.subarray(0, HEAD_BYTES));
  const reader = READERS.get(contentType);
  try {
    if (reader?.validate(head) !== true) return undefined;
    const { width, height, orientation = 1 } = reader.calculate(head);
    if (!(width > 0 && height > 0)) return undefined;
    return orientation >= FIRST_ROTATED ? [height, width] : [width, height];
  } catch {
    return undefined;
  }
};
