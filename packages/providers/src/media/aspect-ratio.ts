import { imageSizeOf } from "./image-size";
import type { VideoCall } from "./media-spec";

const shape = (text: string, separator: string): number => {
  const [width = 1, height = 1] = text.split(separator).map(Number);
  return Math.log(width / height);
};

/** The ratio in `offered` (`16:9`) that is nearest to a size (`1024x768`), for models that accept only ratios. */
export const nearestAspectRatio = (size: string, offered: readonly [string, ...string[]]): string => {
  const wanted = shape(size, "x");
  return offered.reduce(
    (best, ratio) => (Math.abs(shape(ratio, ":") - wanted) < Math.abs(shape(best, ":") - wanted) ? ratio : best),
    offered[0],
  );
};

/**
 * The aspect ratio of a video that begins with an image: that of the call, or else the ratio in `offered` that is nearest
 * to the image. It is for models that would otherwise crop the image to their default.
 * @returns Undefined if neither is known. The model's default then applies.
 */
export const aspectRatioOf = (
  { aspectRatio, firstFrame }: Pick<VideoCall, "aspectRatio" | "firstFrame">,
  offered: readonly [string, ...string[]],
): string | undefined => {
  const size = firstFrame && imageSizeOf(firstFrame);
  return aspectRatio ?? (size && nearestAspectRatio(size.join("x"), offered));
};
