import type { IImage } from "image-size/types/interface";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";
import type { InputImage } from "./media-spec";

/** Width and height in pixels, as they are to be shown: a photograph taken upright may be stored on its side. */
export type ImageSize = readonly [width: number, height: number];

const READERS: ReadonlyMap<string, IImage> = new Map([
  ["image/png", PNG],
  ["image/jpeg", JPG],
  ["image/webp", WEBP],
]);

/** The size stands near the beginning. Megabytes of a JPEG without one would be searched byte by byte. */
const HEAD_BYTES = 256 * 1024;

/** EXIF orientations from this one on are of images stored on their side. */
const ON_ITS_SIDE = 5;

/** Undefined where the first bytes do not tell. */
export const imageSizeOf = ({ bytes, contentType }: InputImage): ImageSize | undefined => {
  // A copy: the readers look at the memory behind a view, whatever its length.
  const head = new Uint8Array(bytes.subarray(0, HEAD_BYTES));
  const reader = READERS.get(contentType);
  try {
    if (reader?.validate(head) !== true) return undefined;
    const { width, height, orientation = 1 } = reader.calculate(head);
    if (!(width > 0 && height > 0)) return undefined;
    return orientation >= ON_ITS_SIDE ? [height, width] : [width, height];
  } catch {
    return undefined;
  }
};
