import { type GivenImage, IMAGE_TYPES, imageTypeOf } from "./given-image";
import { pngSizeOf } from "./png";

/** What is wrong with a first frame; each provider words it differently. */
export type FrameMistake = "type" | "content" | "length" | "side" | "shape";

/** A provider's limits for a first frame. */
export interface FrameLimits {
  /** Undefined: all of IMAGE_TYPES. */
  readonly types?: readonly string[];
  /** Length of the image's base64. */
  readonly maxCharacters?: number;
  /** Shortest side, pixels. */
  readonly minSide?: number;
  /** Largest ratio of the longer side to the shorter one. */
  readonly maxRatio?: number;
}

/** Sides are checked for PNG only. */
export const frameMistakeOf = (
  image: GivenImage,
  { types = IMAGE_TYPES, maxCharacters = Infinity, minSide = 1, maxRatio = Infinity }: FrameLimits,
): FrameMistake | undefined => {
  if (!types.includes(image.contentType)) return "type";
  if (imageTypeOf(image) !== image.contentType) return "content";
  if (Math.ceil(image.bytes.length / 3) * 4 > maxCharacters) return "length";
  const size = pngSizeOf(image.bytes);
  if (size === undefined) return undefined;
  if (Math.min(...size) < minSide) return "side";
  return Math.max(...size) / Math.min(...size) > maxRatio ? "shape" : undefined;
};
